import { FAILSAFE_SCHEMA, load, Type, YAMLException } from 'js-yaml';

/** The most aliases (`*name`) in one text: each may stand for all of the rest. */
const mostAliases = 1000;

/** Scalars stay the author's text: `1.0`, `yes` and dates are strings. */
const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:null', {
      kind: 'scalar',
      resolve: (text: unknown) => text === null || /^(~|null|Null|NULL|)$/.test(String(text)),
      construct: () => null,
    }),
    new Type('tag:yaml.org,2002:merge', {
      kind: 'scalar',
      resolve: (text: unknown) => text === '<<',
    }),
  ],
});

/**
 * What a YAML text says, of maps, lists, texts and null, or what is wrong with it. Of keys given
 * twice the last one counts, as in PyYAML. `firstLine` is the number of the text's first line.
 */
export function loadYaml(yaml: string, firstLine = 1): { value: unknown } | { fault: string } {
  if ((yaml.match(/[\s,:[{]\*\w/g)?.length ?? 0) > mostAliases)
    return { fault: `more than ${mostAliases} aliases` };
  try {
    return { value: load(yaml, { schema, json: true }) };
  } catch (error) {
    return { fault: describeFault(error, firstLine) };
  }
}

function describeFault(error: unknown, firstLine: number): string {
  if (!(error instanceof YAMLException)) return 'too large or too deep'; // such as a RangeError
  const reason = error.reason.split('\n', 1)[0] ?? '';
  return error.mark ? `line ${error.mark.line + firstLine}: ${reason}` : reason;
}
