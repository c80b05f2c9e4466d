// Runs as a child of yaml-files.ts: deep nesting can abort a whole V8 process, so untrusted YAML
// is parsed in one that nobody needs. Reads a JSON array of texts, writes a JSON array of results.
import { parseAllDocuments } from 'yaml';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const texts = JSON.parse(Buffer.concat(chunks).toString('utf8'));

function parse(text) {
  try {
    const documents = parseAllDocuments(text, { uniqueKeys: true, schema: 'core', merge: false });
    const problem = documents.flatMap((document) => [...document.errors, ...document.warnings])[0];
    if (problem) return { error: problem.message.split('\n')[0] };
    return { documents: documents.map((document) => document.toJS({ maxAliasCount: 100 })) };
  } catch (error) {
    return { error: String(error.message).split('\n')[0] };
  }
}

process.stdout.write(JSON.stringify(texts.map(parse)));
