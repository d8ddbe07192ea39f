/** What the view is for the bench: a process that is sent the stream. It answers once it has as many deltas as it was told to expect. */
type Told = { expects: number } | { items: { kind: string }[] };

let missing = 0;
process.on('message', (told: Told) => {
  if ('expects' in told) {
    missing = told.expects;
    return;
  }
  missing -= told.items.filter(({ kind }) => kind === 'delta').length;
  if (missing === 0) process.send?.('all');
});
