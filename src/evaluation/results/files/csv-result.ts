import { type Cell, parseNumberText, type Row } from '../../../catalog/index.ts';
import { type FileResult, refuse } from './result-shape.ts';

/** A field as the parser hands it over: CSV tells an empty text from nothing only by its quotes. */
interface Field {
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * Reads CSV with a header. The delimiter is found out (`,` `;` tab `|`); an empty field is NULL, a quoted
 * empty one is ''. A field is a number only if it spells one without leading zeros or a plus sign.
 */
export async function readCsvResult(text: string, path: string): Promise<FileResult> {
  const { CsvError, parse } = await import('csv-parse/sync');
  const delimiter = sniffDelimiter(text);
  let records: Field[][];
  try {
    records = parse(text, {
      delimiter,
      cast: (value, { quoting }): Field => ({ text: value, isQuoted: quoting }),
    }) as unknown as Field[][];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const place = typeof error['lines'] === 'number' ? `line ${error['lines']}` : '';
    return refuse(path, place, `not CSV: ${error.message}`);
  }
  const [header = [], ...rows] = records;
  return {
    columns: header.map(({ text: name }) => ({ name })),
    rows: rows.map((fields): Row => fields.map(cellOf)),
    truncated: false,
  };
}

function cellOf({ text, isQuoted }: Field): Cell {
  if (text === '') return isQuoted ? '' : null;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$/.test(text)
    ? parseNumberText(text)
    : text;
}

const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that splits the first records into the same number of fields, and into most. */
function sniffDelimiter(text: string): string {
  const sample = firstRecords(text, 20);
  let best = { delimiter: ',', fields: 1 };
  for (const delimiter of delimiters) {
    const counts = sample.map((record) => record.split(delimiter).length);
    const fields = counts[0] ?? 1;
    if (fields > best.fields && counts.every((count) => count === fields)) {
      best = { delimiter, fields };
    }
  }
  return best.delimiter;
}

/** Records with quoted parts blanked out, so that only real delimiters are counted. */
function firstRecords(text: string, count: number): string[] {
  const records: string[] = [];
  let record = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n') {
      records.push(record);
      record = '';
      if (records.length === count) return records;
    } else record += character;
  }
  if (record.trim() !== '') records.push(record);
  return records;
}
