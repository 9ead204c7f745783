const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text on one line that can stand in XML; control characters become numbered entities. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\p{Cc}\u2028\u2029]/gu, sign => entities[sign] ?? `&#${sign.charCodeAt(0)};`);

/** Takes back what `escapeXml` did. */
export const unescapeXml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#(\d{1,4}));/g, (entity: string, code?: string) => {
    if (code !== undefined) return String.fromCharCode(Number(code));
    return Object.keys(entities).find(sign => entities[sign] === entity) ?? entity;
  });
