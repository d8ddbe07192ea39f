/** Options that take the next word, or what is attached to them: of each program its own, as a letter means another thing in the next. Pure data. */

const all = (...lines: string[]) => lines.join(' ');

export const copyOptions =
  '-t --target-directory -S --suffix -m --mode -o --owner -g --group --no-preserve --sparse --strip-program';
export const curlOptions = all(
  '-o --output -d --data -H --header -X --request -u --user -A --user-agent -e --referer -F --form -T --upload-file -b --cookie -c --cookie-jar -C --continue-at -D --dump-header',
  '-E --cert -m --max-time -P --ftp-port -Q --quote -r --range -t --telnet-option -U --proxy-user -w --write-out -x --proxy -y --speed-time -Y --speed-limit -z --time-cond',
  '-K --config --output-dir --url --url-query --json --data-raw --data-binary --data-ascii --data-urlencode --form-string --retry --retry-delay --retry-max-time --connect-timeout',
  '--limit-rate --resolve --connect-to --interface --proxy-header --cacert --capath --key --pass --trace --trace-ascii --stderr --proto --tls-max --ciphers --oauth2-bearer --aws-sigv4',
  '--max-redirs --max-filesize --netrc-file --etag-save --etag-compare --unix-socket --cert-type --key-type --noproxy --socks5 --socks5-hostname --preproxy --dns-servers --create-file-mode',
);
export const wgetOptions = all(
  '-O --output-document -P --directory-prefix -o --output-file -a --append-output -i --input-file -U --user-agent --header --post-data --post-file --body-data --body-file --method',
  '-t --tries -T --timeout -w --wait --waitretry -A --accept -R --reject -l --level -e --execute -Q --quota -D --domains -I --include-directories -X --exclude-directories -B --base',
  '--limit-rate --user --password --load-cookies --save-cookies --ca-certificate --certificate --private-key --cut-dirs --config --referer --default-page --max-redirect --report-speed',
);
export const rsyncOptions = all(
  '-e --rsh -f --filter --exclude --include --exclude-from --include-from --files-from -B --block-size -M --remote-option -T --temp-dir -@ --modify-window --address --port --sockopts',
  '--outbuf --compare-dest --copy-dest --link-dest --compress-choice --zc --compress-level --zl --skip-compress --checksum-choice --cc --checksum-seed --max-delete --max-size --min-size',
  '--max-alloc --partial-dir --timeout --contimeout --info --debug --out-format --log-format --log-file --log-file-format --password-file --early-input --bwlimit --stop-after --stop-at',
  '--time-limit --write-batch --only-write-batch --read-batch --protocol --iconv --rsync-path --suffix --backup-dir --chmod --chown --usermap --groupmap --copy-as --stderr --dparam',
);
export const scpOptions = '-c -D -F -i -J -l -o -P -S -X';
export const sftpOptions = '-B -b -c -D -F -i -J -l -o -P -R -S -s -X';
export const sortOptions =
  '-k --key -t --field-separator -S --buffer-size -T --temporary-directory -o --output --parallel --batch-size --compress-program --files0-from --random-source --sort';
export const shufOptions = '-i --input-range -n --head-count -o --output --random-source';
export const sshKeyOptions = '-f -t -b -C -N -P -R -F -I -n -V -z -s -Y -m -O -a -w -D -E -K -M -r -S -T -W -Z';
