/** A list to choose from that is there at once: what is only known later comes into it while it stands open. */
import * as vscode from 'vscode';

interface LateItems<T extends vscode.QuickPickItem> {
  title: string;
  placeholder?: string;
  matchOnDescription?: boolean;
  /** As of now; asked anew as each of `late` is there. */
  items(): T[];
  late: readonly Promise<unknown>[];
  /** What an item is, whatever its words are now. */
  keyOf(item: T): unknown;
  /** Stands ready until the human moves on. */
  first: unknown;
}

export function pickLate<T extends vscode.QuickPickItem>(list: LateItems<T>): Promise<T | undefined> {
  const { title, placeholder, matchOnDescription = false, items, late, keyOf, first } = list;
  const pick = vscode.window.createQuickPick<T>();
  Object.assign(pick, { title, placeholder, matchOnDescription, busy: true });
  const draw = () => {
    // Before the list has told which one stands, it is the first.
    const [standing] = pick.activeItems;
    const stood = standing ? keyOf(standing) : first;
    pick.items = items();
    pick.activeItems = pick.items.filter((item) => keyOf(item) === stood);
  };
  draw();
  for (const one of late) void one.then(draw);
  void Promise.all(late).then(() => {
    pick.busy = false;
  });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
