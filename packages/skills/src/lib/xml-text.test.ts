import { expect, it } from 'vitest';
import { escapeXml, unescapeXml } from './xml-text.ts';

it.each([
  ['plain é 🙂', 'plain é 🙂'],
  ['<a href="b">&amp;', '&lt;a href=&quot;b&quot;&gt;&amp;amp;'],
  ['a\nb\u0000\u0085\u2028', 'a&#10;b&#0;&#133;&#8232;'],
])('escapes %j and takes it back', (text, escaped) => {
  expect(escapeXml(text)).toBe(escaped);
  expect(unescapeXml(escaped)).toBe(text);
});

it('leaves what it never wrote', () => {
  expect(unescapeXml('a & b &nbsp; &x; &')).toBe('a & b &nbsp; &x; &');
});
