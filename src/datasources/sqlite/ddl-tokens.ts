const token =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\s+|[\s\S]/g;

/** The words, names, texts and marks of a CREATE TABLE as SQLite keeps it, without blanks and comments. */
export function ddlTokens(sql: string): string[] {
  return [...sql.matchAll(token)]
    .map(([part]) => part)
    .filter((part) => !/^(?:\s|--|\/\*)/.test(part));
}
