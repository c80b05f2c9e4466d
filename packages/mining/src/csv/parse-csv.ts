/**
 * Parses the rows of a CSV file (RFC 4180). Quoted fields may contain commas, quotes and line
 * breaks.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const endField = (): void => {
    row.push(field);
    field = '';
  };
  const endRow = (): void => {
    endField();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && field === '') quoted = true;
    else if (character === ',') endField();
    else if (character === '\n') endRow();
    else if (character !== '\r' || text[at + 1] !== '\n') field += character;
  }
  endRow();
  return rows;
}
