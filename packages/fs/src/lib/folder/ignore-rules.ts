import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

interface Layer {
  readonly folder: string;
  readonly rules: Ignore;
}

/** What to leave out of a walk: given patterns and, when asked for, the `.gitignore` files. */
export class IgnoreRules {
  readonly #layers: readonly Layer[];
  readonly #respectGitignore: boolean;

  private constructor(layers: readonly Layer[], respectGitignore: boolean) {
    this.#layers = layers;
    this.#respectGitignore = respectGitignore;
  }

  /** Rules for a walk from `folder`, with the `.gitignore` files above it in the same repository. */
  static async create(
    folder: string,
    { exclude, respectGitignore }: { exclude: readonly string[]; respectGitignore: boolean },
  ): Promise<IgnoreRules> {
    const given = { folder, rules: ignore().add([...exclude]) };
    const above = respectGitignore ? await layersAbove(folder) : [];
    return new IgnoreRules([given, ...above], respectGitignore).enter(folder);
  }

  /** These rules and those of the folder's own `.gitignore`. */
  async enter(folder: string): Promise<IgnoreRules> {
    const own = this.#respectGitignore ? await readLayer(folder) : undefined;
    return own ? new IgnoreRules([...this.#layers, own], true) : this;
  }

  ignores(path: string, isFolder: boolean): boolean {
    const [given, ...gitignores] = this.#layers;
    if (given && test(given, path, isFolder).ignored) return true;
    if (this.#respectGitignore && basename(path) === '.git') return true; // as git does
    // The file nearest to the path decides.
    for (const layer of gitignores.reverse()) {
      const { ignored, unignored } = test(layer, path, isFolder);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

function test({ folder, rules }: Layer, path: string, isFolder: boolean) {
  const way = relative(folder, path).split(sep).join('/');
  return rules.test(isFolder ? `${way}/` : way);
}

async function readLayer(folder: string): Promise<Layer | undefined> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { folder, rules: ignore().add(text) };
}

/** Outermost first; none when no folder above is a repository. */
async function layersAbove(folder: string): Promise<Layer[]> {
  const layers: Layer[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder) layers.unshift(...[(await readLayer(at)) ?? []].flat());
    if (await stat(join(at, '.git')).catch(() => undefined)) return layers;
    if (dirname(at) === at) return [];
  }
}
