import { Marked, type Token, type Tokens } from 'marked';

const parser = new Marked({ gfm: true });

/**
 * Returns the text of a Markdown document without markup. Code is kept verbatim, because it is part
 * of an issue. Links keep their text, and images their description.
 */
export function stripMarkdown(text: string): string {
  try {
    const plain = blocks(parser.lexer(text.replaceAll('\r\n', '\n')));
    return plain.replaceAll(/\n{3,}/g, '\n\n').trim();
  } catch (error) {
    // The nesting exceeds the stack. No person writes such a text.
    if (error instanceof RangeError) return text.trim();
    throw error;
  }
}

function blocks(tokens: readonly Token[]): string {
  return tokens.map(block).join('');
}

function block(token: Token): string {
  switch (token.type) {
    case 'space':
      return '\n';
    case 'hr':
    case 'def':
      return '';
    case 'code':
      return `${(token as Tokens.Code).text}\n\n`;
    case 'list':
      return `${listItems(token as Tokens.List)}\n`;
    case 'table':
      return `${tableRows(token as Tokens.Table)}\n\n`;
    case 'blockquote':
      return blocks((token as Tokens.Blockquote).tokens);
    case 'html':
      return withoutTags((token as Tokens.HTML).text);
    case 'paragraph':
    case 'heading':
      return `${inline(token)}\n\n`;
    default:
      return inline(token);
  }
}

function listItems({ items, ordered, start }: Tokens.List): string {
  return items
    .map((item, at) => {
      const mark = ordered ? `${Number(start) + at}. ` : '- ';
      const done = item.task ? `[${item.checked === true ? 'x' : ' '}] ` : '';
      // Marked also emits the check box as a separate token.
      const tokens = item.tokens.filter(({ type }) => type !== 'checkbox');
      const text = tokens.map((one) => (one.type === 'text' ? `${inline(one)}\n` : block(one)));
      return `${mark}${done}${text.join('').trimEnd().replaceAll('\n', '\n  ')}\n`;
    })
    .join('');
}

function tableRows({ header, rows }: Tokens.Table): string {
  return [header, ...rows]
    .map((row) => row.map((cell) => inlines(cell.tokens)).join(' | '))
    .join('\n');
}

function inlines(tokens: readonly Token[]): string {
  return tokens.map(inline).join('');
}

function inline(token: Token): string {
  switch (token.type) {
    case 'br':
      return '\n';
    case 'codespan':
    case 'escape':
      return (token as Tokens.Codespan).text;
    case 'html':
      return withoutTags((token as Tokens.Tag).text);
    case 'image':
      return (token as Tokens.Image).text;
    default: {
      const { tokens, text } = token as { readonly tokens?: Token[]; readonly text?: string };
      return tokens === undefined ? (text ?? '') : inlines(tokens);
    }
  }
}

/** Also removes comments, which are hints of the issue template. */
function withoutTags(html: string): string {
  return html.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<\/?[a-zA-Z][^<>]*>/g, '');
}
