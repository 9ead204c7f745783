/**
 * An escaped glob with the slash added to its negated classes, which in ripgrep would match one:
 * `lib[!a]*` would leave out all of the folder `lib`. Depth and names it is about stay the same.
 */
export function keepInName(glob: string): string {
  const kept = glob.replace(/\\.|\[(?:[!^](\]?[^\]]*)|\]?[^\]]*)\]/gs, (part, members?: string) => {
    if (members === undefined) return part;
    const isMinusLast = members.length > 1 && members.endsWith('-'); // and must stay there
    return isMinusLast ? `[!${members.slice(0, -1)}/-]` : `[!${members}/]`;
  });
  const isAnchored = glob.slice(0, -1).includes('/');
  return kept === glob || isAnchored ? kept : `**/${kept}`;
}
