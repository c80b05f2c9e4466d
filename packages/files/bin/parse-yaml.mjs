// Runs as a child of yaml-files.ts: deep nesting can abort a whole V8 process, so untrusted YAML
// is parsed in one that nobody needs. Reads a JSON array of requests, writes a JSON array of results.
import { parseYamlText } from './parse-yaml-text.mjs';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const requests = JSON.parse(Buffer.concat(chunks).toString('utf8'));

process.stdout.write(JSON.stringify(requests.map(parseYamlText)));
