// Runs as a child of yaml-files.ts: deep nesting can abort a whole V8 process, so untrusted YAML
// is parsed in one that nobody needs. Reads a JSON array of requests, writes a JSON array of results.
// A request is { text }, or { text, paths } where the lines of these paths are wanted, too.
import { LineCounter, parseAllDocuments } from 'yaml';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const requests = JSON.parse(Buffer.concat(chunks).toString('utf8'));

function parse({ text, paths = [] }) {
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

/** The line of a value, or of the nearest value above it that is there. */
function lineOf(document, path, lineCounter) {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document?.contents : document?.getIn(path.slice(0, length), true);
    if (node?.range) return lineCounter.linePos(node.range[0]).line;
  }
  return null;
}

process.stdout.write(JSON.stringify(requests.map(parse)));
