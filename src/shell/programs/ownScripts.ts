/** Programs that run what stands in a file of the project, though their words do not name it. Pure data. */

export interface OwnScript {
  files: readonly string[];
  /** Only these subcommands do; any where it is left out. */
  sub?: RegExp;
  /** Options that name another file in their place. */
  instead?: string;
}

const packages: OwnScript = {
  files: ['package.json'],
  sub: /^(run|run-script|rum|urn|test|t|tst|start|stop|restart|build|dev)$/,
};
const builds: OwnScript = {
  files: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
  instead: '-b',
};

export const ownScripts: ReadonlyMap<string, OwnScript> = new Map<string, OwnScript>(
  Object.entries<OwnScript>({
    npm: packages,
    pnpm: packages,
    yarn: packages,
    bun: packages,
    just: { files: ['justfile', 'Justfile', '.justfile'], instead: '-f --justfile' },
    task: { files: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml'], instead: '-t --taskfile' },
    rake: { files: ['Rakefile', 'rakefile', 'Rakefile.rb'], instead: '-f --rakefile' },
    gradle: builds,
    gradlew: builds,
    ant: { files: ['build.xml'], instead: '-f -file -buildfile' },
    vagrant: { files: ['Vagrantfile'] },
    nox: { files: ['noxfile.py'] },
    invoke: { files: ['tasks.py'] },
    fab: { files: ['fabfile.py'] },
    gulp: { files: ['gulpfile.js'] },
    grunt: { files: ['Gruntfile.js'] },
    scons: { files: ['SConstruct'] },
  }),
);
