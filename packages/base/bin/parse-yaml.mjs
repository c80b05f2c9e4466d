// Runs as a child of yaml-files.ts. Deep nesting can abort a whole V8 process, so untrusted YAML is
// parsed in an expendable one. Reads a JSON array of requests and writes a JSON array of results.
import { parseYamlText } from './parse-yaml-text.mjs';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const requests = JSON.parse(Buffer.concat(chunks).toString('utf8'));

process.stdout.write(JSON.stringify(requests.map(parseYamlText)));
