/**
 * A long list that grows in the middle: in blocks, so that putting a row in, finding its index and reading a window of rows all cost about the square root of
 * the length, never the length.
 */
interface Block<T> {
  rows: T[];
}

/** What a window of rows is drawn of. */
export interface Rows<T> {
  readonly length: number;
  readonly last: T | undefined;
  at(index: number): T | undefined;
  /** -1 for a row that is not among them. */
  indexOf(row: T): number;
  /** Undefined for rows that are not there yet. */
  slice(from: number, to: number): (T | undefined)[];
}

const mostPerBlock = 512;

export class RowList<T extends object> implements Rows<T> {
  private blocks: Block<T>[] = [];
  private readonly blockOf = new Map<T, Block<T>>();
  /** Blocks and rows looked at or moved so far: what a test holds to its bound. */
  work = 0;

  static of<T extends object>(rows: Iterable<T>): RowList<T> {
    const list = new RowList<T>();
    for (const row of rows) list.push(row);
    list.work = 0;
    return list;
  }

  get length(): number {
    return this.blockOf.size;
  }

  has(row: T): boolean {
    return this.blockOf.has(row);
  }

  push(row: T): void {
    this.work++;
    let last = this.blocks.at(-1);
    if (!last || last.rows.length >= mostPerBlock) {
      last = { rows: [] };
      this.blocks.push(last);
    }
    last.rows.push(row);
    this.blockOf.set(row, last);
  }

  /** Right behind `before`, which must be in the list. */
  insertAfter(before: T, row: T): void {
    const block = this.blockOf.get(before);
    if (!block || before === this.last) return this.push(row);
    this.work += block.rows.length;
    block.rows.splice(block.rows.indexOf(before) + 1, 0, row);
    this.blockOf.set(row, block);
    if (block.rows.length > mostPerBlock) this.split(block);
  }

  get last(): T | undefined {
    return this.blocks.at(-1)?.rows.at(-1);
  }

  at(index: number): T | undefined {
    return this.slice(index, index + 1)[0];
  }

  /** -1 for a row that is not in the list. */
  indexOf(row: T): number {
    const block = this.blockOf.get(row);
    if (!block) return -1;
    let before = 0;
    for (const one of this.blocks) {
      this.work++;
      if (one === block) break;
      before += one.rows.length;
    }
    this.work += block.rows.length;
    return before + block.rows.indexOf(row);
  }

  slice(from: number, to: number): T[] {
    const found: T[] = [];
    let start = 0;
    for (const { rows } of this.blocks) {
      if (start >= to) break;
      this.work++;
      const end = start + rows.length;
      if (end > from) found.push(...rows.slice(Math.max(0, from - start), to - start));
      start = end;
    }
    this.work += found.length;
    return found;
  }

  private split(block: Block<T>): void {
    const half: Block<T> = { rows: block.rows.splice(mostPerBlock / 2) };
    for (const row of half.rows) this.blockOf.set(row, half);
    this.work += this.blocks.length + half.rows.length;
    this.blocks.splice(this.blocks.indexOf(block) + 1, 0, half);
  }
}
