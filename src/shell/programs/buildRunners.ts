/** Compilers, linkers and build programs that run other programs by the word of an option, or have code loaded. Pure data. */
import type { Runner } from './runner';

const compiler: Runner = {
  words:
    /^-(wrapper|fplugin|fpass-plugin|ccc-install-dir|specs|B|fuse-ld=.*\/|Xclang$|load$|plugin)|^--(specs|ld-path|config|plugin|prefix)(=|$)|^-Wl,(.*,)?-?-plugin|^@/,
};
const linker: Runner = { words: /^--?plugin/ };
const ocaml: Runner = { words: /^-(pp|ppx)(=|$)/ };
const bazel: Runner = {
  longs:
    'run_under shell_executable workspace_status_command credential_helper bazelrc host_jvm_args server_javabase javabase output_user_root',
  words: /^--(action|test|repo|host_action|sandbox)_env=(PATH|LD_|BASH_ENV)/,
};
/** What any program of a Java machine is told of that. */
const onMachine = /javaagent|agentpath|agentlib|java\.home=|-XX:On\w*Error|java\.system\.class\.loader/;
const java: Runner = {
  words: /^-(javaagent|agentlib|agentpath)|^-XX:(OnError|OnOutOfMemoryError|Flags|\+?CrashOnOutOfMemory)|^@/,
};

export const buildRunners: Readonly<Record<string, Runner>> = {
  gcc: compiler,
  'g++': compiler,
  clang: compiler,
  'clang++': compiler,
  ...Object.fromEntries(
    ['cc', 'c89', 'c99', 'c++', 'cpp', 'gfortran', 'icc', 'icx', 'emcc', 'em++'].map((name) => [name, compiler]),
  ),
  ...Object.fromEntries(['clang-tidy', 'opt', 'llc', 'lld'].map((name) => [name, { words: /^--?load(-pass-plugin)?(=|$)/ }])),
  swiftc: { words: /^-(load-plugin|plugin-path|external-plugin)/ },
  ...Object.fromEntries(['ld', 'ld.bfd', 'ld.gold', 'ld.lld', 'gold', 'ar', 'nm', 'ranlib'].map((name) => [name, linker])),
  rustc: {
    words: /^(-C)?(linker|link-arg)|^-Clinker|^-Z/,
    longs: 'codegen',
    harmless: /^(opt-level|debuginfo|target-cpu|lto|codegen-units|panic|strip|debug-assertions|overflow-checks)=[\w-]+$/,
  },
  go: {
    sub: { env: /^-w$/ },
    words: /^--?(exec|toolexec|vettool|overlay|modfile)(=|$)|^GOFLAGS=.*-(tool)?exec|(^|[\s='"])-(extld|extar)[\s=]/,
  },
  cargo: { longs: 'config', words: /^(-C)?linker=|^-Clinker/ },
  java,
  ...Object.fromEntries(
    ['javac', 'javadoc', 'jar', 'jarsigner', 'keytool', 'jdeps', 'jlink', 'jpackage'].map((name) => [
      name,
      { words: /^-(processor|processorpath|Xplugin|doclet)|^-J|^@/ },
    ]),
  ),
  mvn: {
    words: new RegExp(
      `${onMachine.source}|^-Dexec\\.|(^|:)(exec|groovy|antrun)(-maven-plugin)?:|^-D(jvm|[\\w.]*[eE]xecutable|maven\\.ext\\.class\\.path)=`,
    ),
  },
  gradle: { words: onMachine },
  'scala-cli': { words: onMachine },
  gradlew: { words: onMachine },
  sbt: { words: new RegExp(`${onMachine.source}|^-java-home|^\\W*(eval|set)\\b|;\\s*(eval|set)\\b`) },
  meson: { longs: 'wrapper gdb-path native-file cross-file' },
  ...Object.fromEntries(
    ['dotnet', 'msbuild'].map((name) => [
      name,
      {
        words:
          /^[-/]{1,2}(p|property):\w*(Event|Command|Exec|Tool(Path|Exe)|Custom(Before|After)\w*|Import\w*)=|^[-/]{1,2}l(ogger)?:.*\.dll/i,
        sub: { script: /^(eval|-e)$/ },
      },
    ]),
  ),
  cypress: { shorts: 'b', longs: 'browser', harmless: /^(chrome|chromium|edge|electron|firefox|webkit)(:\w+)?$/ },
  bazel,
  bazelisk: bazel,
  nvcc: { longs: 'compiler-bindir', words: /^-ccbin/ },
  nim: { words: /^--?(eval|[\w.]+(exe|linker)|pass[cl].*plugin)[:=]/i },
  ghc: { words: /^-(pgm\w|fplugin)/ },
  ocamlc: ocaml,
  ocamlopt: ocaml,
  ocamlfind: ocaml,
  rebar3: { longs: 'eval' },
};
