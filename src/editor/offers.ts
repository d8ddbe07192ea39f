/** What several sources offer together: one that fails leaves out its own, and that is told once until it offers again. */

export class Offers {
  private readonly told = new Set<string>();

  constructor(private readonly tell: (why: string) => void) {}

  async of<T>(sources: Readonly<Record<string, () => Promise<readonly T[]>>>): Promise<T[]> {
    const lists = await Promise.all(
      Object.entries(sources).map(async ([name, list]) => {
        try {
          const offered = await list();
          this.told.delete(name);
          return offered;
        } catch (error) {
          if (!this.told.has(name)) this.tell((error as Error).message);
          this.told.add(name);
          return [];
        }
      }),
    );
    return lists.flat();
  }
}
