/** Counts down what the texts of one frontmatter may cost together. */
export interface Budget {
  left: number;
}

/** Thrown when values are too much text, as aliases of aliases are, or hold themselves. */
export class TooMuchText extends Error {}

/** A YAML value as text: texts as they are, null as nothing, lists and maps as JSON. */
export function valueText(value: unknown, budget: Budget): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return jsonText(value, budget);
  const text = String(value);
  spend(budget, text);
  return text;
}

/** As deep as the parser lets texts nest; only aliases go deeper. */
const mostLevels = 100;

function jsonText(value: unknown, budget: Budget, level = 0): string {
  if (level > mostLevels) throw new TooMuchText();
  const part = (item: unknown) => jsonText(item, budget, level + 1);
  if (Array.isArray(value)) {
    spend(budget, '[]');
    return `[${value.map(part).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    spend(budget, '{}');
    return `{${Object.entries(value)
      .map(([key, item]) => `${part(key)}:${part(item)}`)
      .join(',')}}`;
  }
  const text = JSON.stringify(value ?? null);
  spend(budget, text);
  return text;
}

function spend(budget: Budget, text: string): void {
  budget.left -= text.length + 1;
  if (budget.left < 0) throw new TooMuchText();
}
