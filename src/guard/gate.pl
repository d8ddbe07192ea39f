# The gate, where Perl is there: perl gate.pl AGENT SOCKET NODE SECONDS. Perl starts in a fraction of the time that Node takes; and no modules: they take longer than the question.
# Whatever goes wrong ends with exit code 2, which refuses.
my ($agent, $socket, $node, $seconds) = @ARGV;
my $question = '';
binmode $_ for *STDIN, *STDOUT, *STDERR;

sub refuse {
  alarm 0;
  syswrite STDERR, "hooksmith: $_[0]\n";
  exit 2;
}
$SIG{__DIE__} = sub { refuse($_[0]) };
$SIG{ALRM} = sub { refuse('no answer in time') };
refuse('usage: perl gate.pl AGENT SOCKET NODE SECONDS') unless @ARGV == 4 && $seconds =~ /^[1-9]\d*$/;
$SIG{PIPE} = 'IGNORE';
alarm $seconds;

# No guard runs: the one in Node starts it, and is handed the question.
sub slow {
  (my $folder = $0) =~ s{[^/]*$}{};
  $ENV{ELECTRON_RUN_AS_NODE} = 1;
  # It keeps the time itself, as much as the question has left of it.
  my $left = alarm 0;
  open(my $pipe, '|-', $node, "${folder}gate.js", '--agent', $agent, '--at', $socket, '--within', $left) or refuse("$node: $!");
  binmode $pipe;
  write_all($pipe, $question);
  exit(close($pipe) ? 0 : 2);
}

# False where it cannot be written to its end.
sub write_all {
  my ($to, $text) = @_;
  my $at = 0;
  while ($at < length $text) {
    my $length = syswrite $to, $text, length($text) - $at, $at;
    return 0 unless defined $length || waits($to, 0);
    $at += $length // 0;
  }
  return 1;
}

# Appends what there is; 0 at the end, undefined where it fails.
sub read_more {
  my ($from, $text) = @_;
  for (;;) {
    my $length = sysread $from, $$text, 65_536, length $$text;
    return $length if defined $length || !waits($from, 1);
  }
}

# Whoever opened it may have had it not block: EINTR, and EAGAIN of Linux.
sub waits {
  my ($handle, $reads) = @_;
  return 0 unless $! == 4 || $! == 11;
  vec(my $bits = '', fileno($handle), 1) = 1;
  $reads ? select($bits, undef, undef, undef) : select(undef, $bits, undef, undef);
  return 1;
}

# Others put it there, or it leads elsewhere: not believed.
sub is_ours {
  my ($path, $type, $barred) = @_;
  my @stat = lstat $path;
  return @stat && ($stat[2] & 0170000) == $type && !($stat[2] & $barred) && $stat[4] == $>;
}

# A path that is no line is left out.
sub header_of {
  my ($name, $path) = @_;
  return defined $path && $path ne '' && $path !~ /[\r\n]/ ? "X-Hooksmith-$name: $path\r\n" : '';
}

for (;;) {
  my $length = read_more(\*STDIN, \$question);
  refuse("the question cannot be read: $!") unless defined $length;
  last if $length == 0;
}
# One that is closed has been taken by the file of this program.
refuse('nothing came on standard input') if $question eq '';
(my $place = $socket) =~ s{/[^/]*$}{};
slow() unless is_ours($place, 0040000, 0077) && is_ours($socket, 0140000, 0);
# The numbers of a stream between processes, and its address, on Linux.
socket(my $guard, 1, 1, 0) or refuse("no socket: $!");
binmode $guard;
connect($guard, pack('S a*', 1, "$socket\0")) or slow();
my $project = $ENV{CLAUDE_PROJECT_DIR} || $ENV{CURSOR_PROJECT_DIR} || $ENV{GEMINI_PROJECT_DIR};
my $head =
  "POST /gate/$agent HTTP/1.1\r\nHost: hooksmith\r\nConnection: close\r\nContent-Type: application/json\r\n"
  . 'Content-Length: ' . length($question) . "\r\n"
  . header_of('Cwd', readlink('/proc/self/cwd') // $ENV{PWD}) . header_of('Project', $project);
write_all($guard, "$head\r\n$question") or refuse("the guard went away: $!");
my ($answer, $start, $whole) = ('');
for (;;) {
  my $length = read_more($guard, \$answer);
  refuse("the guard went away: $!") unless defined $length;
  if (!$start && (my $end = index $answer, "\r\n\r\n") >= 0) {
    $start = $end + 4;
    $whole = $start + $1 if substr($answer, 0, $end) =~ /^content-length: (\d+)\r?$/im;
  }
  # Nothing counts before the last byte is there.
  if (defined $whole && $whole == length $answer) {
    my $body = substr $answer, $start;
    # What is no JSON object an agent would take for no objection.
    refuse($body) unless $answer =~ m{^HTTP/1\.1 200 };
    refuse('what answers there is no guard') unless $body =~ /\A\{.*\}\z/s;
    write_all(\*STDOUT, $body) or refuse("the answer cannot be said: $!");
    exit 0;
  }
  refuse('the guard went away before it had answered') if $length == 0;
}
