import { stat } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { checkExclude } from '../glob/check-exclude.ts';
import { IgnoreRule } from './ignore-rule.ts';
import { readIgnoreFile } from './read-ignore-file.ts';

/** Bounds on all `.gitignore` files that hold at one place together. */
const maxBytes = 1_048_576;
const maxRules = 10_000;

interface Layer {
  readonly folder: string;
  /** Last line first, as the last match decides. */
  readonly rules: readonly IgnoreRule[];
  /** Bytes of the file, or a little less. */
  readonly size: number;
}

/** What to leave out of a walk: given globs and, when asked for, what `.gitignore` files name. */
export class IgnoreRules {
  readonly #given: Layer;
  /** Outermost first. */
  readonly #gitignores: readonly Layer[];
  readonly #respectGitignore: boolean;

  private constructor(given: Layer, gitignores: readonly Layer[], respectGitignore: boolean) {
    this.#given = given;
    this.#gitignores = gitignores;
    this.#respectGitignore = respectGitignore;
  }

  /**
   * Rules for a walk from `folder`, with the `.gitignore` files above it in the same repository. A
   * fault in `exclude` is a `ToolError`.
   */
  static async create(
    folder: string,
    { exclude, respectGitignore }: { exclude: readonly string[]; respectGitignore: boolean },
  ): Promise<IgnoreRules> {
    const given = { folder, rules: toRules(checkExclude(exclude)), size: 0 };
    let rules = new IgnoreRules(given, [], respectGitignore);
    for (const above of respectGitignore ? await foldersAbove(folder) : [])
      rules = await rules.enter(above);
    return rules.enter(folder);
  }

  /**
   * These rules and those of the folder's own `.gitignore`. One that is not a regular file, or over
   * 1 MB with those above, has no rules; beyond 10,000 rules the rest is not heeded.
   */
  async enter(folder: string): Promise<IgnoreRules> {
    if (!this.#respectGitignore) return this;
    const layers = this.#gitignores;
    const total = (of: (layer: Layer) => number) =>
      layers.reduce((sum, layer) => sum + of(layer), 0);
    const text = await readIgnoreFile(folder, maxBytes - total(({ size }) => size));
    if (!text) return this;
    const rules = toRules(
      `${text}\n`.split(/\r?\n/),
      maxRules - total(layer => layer.rules.length),
    );
    return new IgnoreRules(this.#given, [...layers, { folder, rules, size: text.length }], true);
  }

  ignores(path: string, isFolder: boolean): boolean {
    if (decide(this.#given, path, isFolder)) return true;
    if (this.#respectGitignore && basename(path) === '.git') return true; // as git does
    // The file nearest to the path decides.
    for (const layer of this.#gitignores.toReversed()) {
      const isIgnored = decide(layer, path, isFolder);
      if (isIgnored !== undefined) return isIgnored;
    }
    return false;
  }
}

function toRules(lines: readonly string[], most = lines.length): IgnoreRule[] {
  const rules = lines.flatMap(line => IgnoreRule.parse(line) ?? []);
  return rules.slice(0, most).toReversed();
}

/** Undefined when no rule of the layer is about the path. */
function decide({ folder, rules }: Layer, path: string, isFolder: boolean): boolean | undefined {
  const way = relative(folder, path).split(sep).join('/');
  const rule = rules.find(one => one.matches(way, isFolder));
  return rule && !rule.isNegated;
}

/** Outermost first; none when no folder above is a repository. */
async function foldersAbove(folder: string): Promise<string[]> {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder) folders.unshift(at);
    if (await stat(`${at}${sep}.git`).catch(() => undefined)) return folders;
    if (dirname(at) === at) return [];
  }
}
