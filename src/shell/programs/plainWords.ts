/** Words of languages that compute and print: with none but these, code reads no file that it is not given. Pure data. */

export type Family = 'python' | 'node' | 'ruby' | 'perl' | 'php' | 'other';
const families: readonly [RegExp, Family][] = [
  [/^(i?python|pypy|jython|micropython|graalpy)[\d.]*$/, 'python'],
  [/^(node(js)?[-\d.]*|electron|tsx|ts-node|babel-node|deno|bun|qjs|d8|mongo(sh)?)$/, 'node'],
  [/^(j?ruby[-\d.]*|truffleruby|irb|pry)$/, 'ruby'],
  [/^perl[-\d.]*$/, 'perl'],
  [/^(php[-\d.]*|psysh)$/, 'php'],
];
export const familyOf = (name: string): Family => families.find(([form]) => form.test(name))?.[1] ?? 'other';

const words = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '));
/** In any language: what prints, counts and branches. */
const common =
  'print printf println puts echo and or not in if else elsif elif then end for while until do break continue return true false null nil None True False undefined self exit version';
const arithmetic =
  'abs acos asin atan atan2 ceil cos exp floor log log10 log2 max min pi e pow random randint rand srand round sin sqrt sum tan trunc hypot gcd lcm factorial comb isnan inf nan int float str len length size count';
const texts =
  'upper lower title strip lstrip rstrip split rsplit splitlines join replace format startswith endswith find index rindex zfill ljust rjust center isdigit isalpha isalnum isspace isupper islower encode decode hex casefold partition rpartition';

export const safe: Readonly<Record<Family, ReadonlySet<string>>> = {
  python: words(
    common,
    arithmetic,
    texts,
    // the language
    'as assert async await class def del except finally from global import is lambda nonlocal pass raise try with yield',
    'all any ascii bin bool bytes bytearray callable chr complex dict divmod enumerate filter frozenset hash id isinstance issubclass iter list map next object oct ord range repr reversed set slice sorted tuple type zip key reverse default end sep flush start stop strict',
    'append extend insert remove pop clear copy update get items keys values setdefault add discard union intersection difference most_common sort to_bytes from_bytes bit_length is_integer as_integer_ratio conjugate real imag',
    'Exception ValueError TypeError KeyError IndexError ZeroDivisionError ImportError AssertionError StopIteration RuntimeError NotImplementedError SystemExit KeyboardInterrupt',
    // what it is, and what it was given
    'sys version version_info major minor micro platform maxsize argv stdin stdout stderr write executable byteorder hexversion implementation name getrecursionlimit getdefaultencoding __version__ __name__ python_version machine release node processor',
    'os environ getcwd getenv getpid cpu_count linesep name sep input',
    'math cmath statistics mean median stdev mode variance sample choice choices shuffle seed uniform gauss getrandbits isqrt fsum prod degrees radians dist floor perm',
    'json dumps load loads indent sort_keys ensure_ascii default separators JSONDecodeError base64 b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode binascii hexlify unhexlify zlib crc32 adler32',
    'hashlib md5 sha1 sha224 sha256 sha384 sha512 blake2b digest hexdigest hmac secrets token_hex token_urlsafe token_bytes randbelow uuid uuid1 uuid4 uuid5',
    'time datetime date timedelta timezone utc now utcnow today isoformat strftime strptime fromtimestamp timestamp perf_counter monotonic sleep ctime gmtime localtime mktime total_seconds days seconds year month day hour minute second weekday isocalendar calendar monthrange',
    're sub subn match search fullmatch findall finditer group groups groupdict span compile escape IGNORECASE MULTILINE DOTALL',
    'itertools chain product permutations combinations accumulate count cycle islice repeat groupby starmap takewhile dropwhile zip_longest functools reduce partial lru_cache cache collections Counter defaultdict OrderedDict deque namedtuple decimal Decimal fractions Fraction getcontext prec quantize string ascii_letters ascii_lowercase ascii_uppercase digits punctuation textwrap dedent wrap fill indent shorten pprint urllib parse quote unquote quote_plus urlencode urlparse netloc scheme hostname html unescape struct pack unpack calcsize typing enum',
  ),
  node: words(
    common,
    arithmetic,
    'this var let const function of new typeof instanceof throw try catch finally switch case default void delete async await yield static get set',
    'console info warn error debug table time timeEnd process version versions platform arch argv env exit stdout stderr write stdin on setEncoding hrtime bigint memoryUsage heapUsed rss uptime pid release',
    'Math PI E cbrt sign fround clz32 imul JSON stringify parse Object keys values entries assign fromEntries freeze Array isArray from String Number Boolean BigInt Symbol Date Map Set WeakMap RegExp Error TypeError RangeError Promise all race any allSettled resolve reject message stack name',
    'Infinity NaN isFinite isInteger isSafeInteger MAX_SAFE_INTEGER MIN_SAFE_INTEGER EPSILON MAX_VALUE parseInt parseFloat toFixed toPrecision toString toLocaleString valueOf',
    'map filter reduce reduceRight forEach some every findIndex findLast includes indexOf lastIndexOf push pop shift unshift slice splice concat flat flatMap reverse sort fill at copyWithin has add clear next done value',
    'split join replace replaceAll trim trimStart trimEnd padStart padEnd toUpperCase toLowerCase charAt charCodeAt codePointAt startsWith endsWith repeat substring substr match matchAll exec test search localeCompare normalize find',
    'now getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds toISOString toJSON toDateString toLocaleDateString toLocaleTimeString getTimezoneOffset UTC setTimeout setInterval setImmediate clearTimeout clearInterval performance Intl DateTimeFormat NumberFormat resolvedOptions timeZone',
    'encodeURIComponent decodeURIComponent encodeURI decodeURI URL URLSearchParams searchParams hostname pathname origin host port protocol hash btoa atob Buffer alloc crypto randomUUID randomBytes createHash update digest structuredClone index input groups hasOwn hasOwnProperty node v8 openssl db',
  ),
  ruby: words(
    common,
    arithmetic,
    'p pp begin rescue ensure case when unless def class module each each_with_index map select reject inject reduce times upto downto step to_a to_s to_i to_f to_sym upcase downcase capitalize reverse sort sort_by uniq flatten first last push pop keys values join split strip chomp gsub sub match scan include any all none zip ljust rjust center format sprintf inspect even odd zero positive negative digits chars bytes lines ord chr succ pred',
    'Time now year month day hour min sec strftime to_r Date today Math PI Integer Float String Array Hash Rational Complex Random SecureRandom uuid RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL Gem VERSION ARGV ENV JSON parse generate pretty_generate',
  ),
  perl: words(
    common,
    arithmetic,
    'say my our local use strict warnings unless foreach last next redo eq ne lt gt le ge cmp lc uc lcfirst ucfirst chomp chop chr ord sprintf substr index rindex reverse sort keys values each exists delete defined scalar push pop shift unshift splice grep map join split wantarray time localtime gmtime sleep die warn undef BEGIN END ENV STDIN STDOUT STDERR _ a b n r tr hex oct ref List Util first reduce shuffle uniq POSIX strftime floor ceil Time HiRes',
  ),
  php: words(
    common,
    arithmetic,
    'phpversion PHP_VERSION PHP_EOL PHP_OS PHP_OS_FAMILY PHP_INT_MAX PHP_INT_SIZE php_sapi_name sprintf var_dump print_r json_encode json_decode strlen strtoupper strtolower ucfirst str_repeat str_pad str_replace substr trim explode implode count array array_sum array_keys array_values array_merge range is_array isset empty foreach as function fn new static null date time mktime strtotime microtime md5 sha1 crc32 base64_encode base64_decode bin2hex random_int random_bytes uniqid floor ceil intdiv number_format memory_get_usage',
  ),
  other: words(common, arithmetic, 'cat disp display IO show putStrLn let x q wq qa quit run bt set nu number where'),
};
