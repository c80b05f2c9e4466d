// Parses YAML, both in this process and in the child process for untrusted text.
import { LineCounter, parseAllDocuments } from 'yaml';

/** A request is { text }, or { text, paths } to get the lines of these paths too. */
export function parseYamlText({ text, paths = [] }) {
  const lineCounter = new LineCounter();
  try {
    const documents = parseAllDocuments(text, {
      uniqueKeys: true,
      schema: 'core',
      merge: false,
      lineCounter,
    });
    const problem = documents.flatMap((document) => [...document.errors, ...document.warnings])[0];
    if (problem) return { error: problem.message.split('\n')[0] };
    return {
      documents: documents.map((document) => document.toJS({ maxAliasCount: 100 })),
      lines: paths.map((path) => lineOf(documents[0], path, lineCounter)),
    };
  } catch (error) {
    return { error: String(error.message).split('\n')[0] };
  }
}

/** Returns the line of a value, or of its nearest existing ancestor. */
function lineOf(document, path, lineCounter) {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document?.contents : document?.getIn(path.slice(0, length), true);
    if (node?.range) return lineCounter.linePos(node.range[0]).line;
  }
  return null;
}
