const sqlKeys =
  /^(?:sql|query|sql_?query|generated_?sql|final_?sql|sql_?code|statement|code|answer|final_?answer|output|result|response|content|text|arguments|input|tool_input|parameters)$/i;

/** Texts under keys such as `sql` in a JSON value around or inside the text. */
export function jsonCandidates(text: string): string[] {
  const value = parseJson(text.trim());
  if (value !== undefined) return textsUnder(value);
  const found: string[] = [];
  // JSON amid prose, or spoilt by line breaks inside its strings.
  const member = /["'](\w+)["']\s*:\s*"((?:\\[\s\S]|[^"\\])*)"/g;
  for (const match of text.matchAll(member)) {
    const [, key = '', content = ''] = match;
    if (!/sql|query|statement/i.test(key)) continue;
    const decoded = parseJson(`"${content.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`);
    if (typeof decoded === 'string') found.push(decoded);
  }
  return found;
}

function textsUnder(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsUnder);
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value);
  const sqlFirst = entries.filter(([key]) => /sql|query|statement/i.test(key) && sqlKeys.test(key));
  for (const group of [sqlFirst, entries.filter(([key]) => sqlKeys.test(key)), entries]) {
    const found = group.flatMap(([, member]) => {
      if (typeof member === 'string') return group === entries ? [] : [member];
      return textsUnder(member);
    });
    if (found.length > 0) return found;
  }
  return [];
}

function parseJson(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Texts between tags such as `<sql>…</sql>`; one that is never closed runs to the end. */
export function taggedCandidates(text: string): string[] {
  const pattern =
    /<(sql|sql_?query|query|final_?sql|final_?answer|answer)>([\s\S]*?)(?:<\/\1>|$)/gi;
  const found = [...text.matchAll(pattern)];
  const inSql = found.filter((match) => /sql|query/i.test(match[1] ?? ''));
  return (inSql.length > 0 ? inSql : found).map((match) => match[2] ?? '');
}
