/** A bundle crosses to the host once: what was in the last set that it was given is known there by its version. Both ends keep those of that set. */
import type { FileToLoad, GivenFile } from './hostProtocol';

export class GivenBundles {
  /** By version. */
  private codes = new Map<string, string>();

  encode(files: readonly FileToLoad[]): GivenFile[] {
    const known = this.codes;
    this.codes = new Map(files.flatMap(({ bundles }) => bundles.map(({ version, code }) => [version, code])));
    return files.map((file) => ({
      ...file,
      bundles: file.bundles.map(({ code, ...bundle }) => (known.has(bundle.version) ? bundle : { ...bundle, code })),
    }));
  }

  /** The reverse. Throws for a bundle that was never given. */
  decode(files: readonly GivenFile[]): FileToLoad[] {
    const known = this.codes;
    this.codes = new Map();
    return files.map((file) => ({
      ...file,
      bundles: file.bundles.map((bundle) => {
        const code = bundle.code ?? known.get(bundle.version);
        if (code === undefined) throw new Error(`the bundle ${bundle.version} of ${file.file} was never given`);
        this.codes.set(bundle.version, code);
        return { ...bundle, code };
      }),
    }));
  }
}
