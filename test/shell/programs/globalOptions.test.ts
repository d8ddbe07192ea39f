/** Options in front of a subcommand, or anywhere: a rule for what a program does holds whatever it is told beside. */
import assert from 'node:assert/strict';
import { commandFits, commandPattern } from '../../../src/shell/commands/commandPattern';
import { allowingPattern } from '../../../src/shell/rules/commandMatch';

const command = (line: string) => {
  const [program = '', ...args] = line.split(' ');
  return { program, args, text: line };
};

/** What the line does, and the line with options that take a word, `x`, and options that take none. */
const lines: [does: string, ...lines: string[]][] = [
  ['git status', 'git -P --git-dir x status'],
  ['npm test', 'npm -s --prefix x test', 'npm test --json -w x'],
  ['pnpm test', 'pnpm -s -r --filter x test', 'pnpm test --stream -F x'],
  ['yarn build', 'yarn -s --cwd x build'],
  ['bun test', 'bun --smol --cwd x test', 'bun -c test', 'bun --config=x test'],
  ['cargo test', 'cargo +nightly -q --color x test'],
  ['rustup show', 'rustup +x show', 'rustup -q show'],
  ['go build', 'go -C x build'],
  ['docker ps', 'docker -D --context x ps'],
  ['docker compose up', 'docker -D compose --dry-run -p x up'],
  ['podman ps', 'podman -r --root x ps'],
  ['podman compose up', 'podman compose -f x up'],
  ['nerdctl ps', 'nerdctl -D --address x -H x ps'],
  ['docker-compose up', 'docker-compose --verbose -p x up'],
  ['podman-compose up', 'podman-compose --verbose -f x up'],
  ['kubectl get pods', 'kubectl -n x get pods', 'kubectl get --warnings-as-errors pods --context x'],
  ['oc get pods', 'oc get -n x pods'],
  ['k3s kubectl get pods', 'k3s kubectl -n x --match-server-version get pods'],
  ['helm list', 'helm --debug -n x list', 'helm list --kube-context x'],
  ['gh pr list', 'gh -R x pr list', 'gh pr -R x list'],
  ['glab mr list', 'glab mr -g x list'],
  ['aws s3 ls', 'aws s3 --debug --profile x ls'],
  ['gcloud info', 'gcloud -q info --project x'],
  ['gsutil ls', 'gsutil -m -u x ls'],
  ['az vm list', 'az vm --verbose -o x list'],
  ['terraform plan', 'terraform -help -chdir x plan'],
  ['tofu plan', 'tofu -chdir x plan'],
  ['terragrunt plan', 'terragrunt -help --working-dir x plan'],
  ['pulumi preview', 'pulumi -e preview -s x'],
  // Only a number is how many jobs; what else stands there is made.
  ['make test', 'make -k -j 4 test', 'make -j test', 'make --jobs test', 'make -l 2.5 test', 'make -O test', 'make -j8 test'],
  ['ninja test', 'ninja -v -j x test'],
  ['just test', 'just -q --color x test', 'just --set x y test'],
  ['task test', 'task -s -o x test'],
  ...['apt', 'apt-get', 'aptitude', 'dnf', 'yum'].map((one): [string, string] => [`${one} update`, `${one} -y update -o x`]),
  ['pip list', 'pip -q --proxy x list'],
  ['pip3 list', 'pip3 --isolated --log x list'],
  ['uv sync', 'uv -q --project x sync'],
  ['poetry show', 'poetry -vv -P x show'],
  ['composer show', 'composer -q -d x show'],
  ['bundle check', 'bundle -V -r x check'],
  ['mvn test', 'mvn -q test -P x'],
  ['gradle test', 'gradle -q test -x x'],
  ['gradlew test', 'gradlew --info test -p x'],
  ['dotnet build', 'dotnet -d --depsfile x build'],
  ['systemctl status y', 'systemctl status --no-pager -n x y'],
  ['loginctl list', 'loginctl --no-pager -n x list'],
  ['brew list', 'brew -q list'],
  ['svn status', 'svn -q status --username x'],
  ['hg status', 'hg -q status -R x'],
  ['jj log', 'jj --quiet log -R x'],
  ['vercel ls', 'vercel -d ls -S x'],
  ['fly status', 'fly --debug status -a x'],
  ['flyctl status', 'flyctl --verbose status -c x'],
  ['heroku ps', 'heroku ps -a x'],
  ['firebase projects:list', 'firebase --json projects:list -P x'],
  ['wrangler tail', 'wrangler tail -e x'],
  ['ansible-playbook a.yml', 'ansible-playbook -i x a.yml -l x'],
  ['redis-cli get', 'redis-cli --raw -n x get'],
  ['php a.php', 'php -n -d x a.php'],
];

describe('options beside a subcommand', () => {
  for (const [does, ...all] of lines)
    for (const line of all) {
      it(`are not what it does: ${line}`, () => {
        assert.equal(allowingPattern(command(line), [does]), does);
        assert.equal(commandFits(command(line), commandPattern(does)), 'yes');
      });
      it(`take no more than their words: ${line}`, () => {
        const [program] = line.split(' ');
        for (const word of ['x', 'y']) assert.equal(allowingPattern(command(line), [`${program} ${word}*`]), undefined, word);
      });
    }
  it('that nobody knows may take the word behind them', () => {
    for (const line of ['git --frob x status', 'git -Z x status', 'frob --color x status'])
      assert.equal(allowingPattern(command(line), [`${line.split(' ')[0]} status`]), undefined, line);
  });
  it('are not the rest of the line', () =>
    assert.equal(allowingPattern(command('yarn workspace a publish'), ['yarn workspace']), undefined));
  it('are no part of a word that begins as they do', () => {
    assert.equal(allowingPattern(command('cargo x+nightly test'), ['cargo test']), undefined);
    assert.equal(allowingPattern(command('rustup x+ show'), ['rustup show']), undefined);
    assert.equal(commandFits(command('cargo x+nightly test'), commandPattern('cargo test')), 'no');
    assert.equal(commandFits(command('cargo test +x y'), commandPattern('cargo test y')), 'no');
  });
});
