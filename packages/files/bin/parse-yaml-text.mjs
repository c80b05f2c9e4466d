// The one way in which YAML is parsed, here and in the child that parses untrusted text.
import { parseAllDocuments } from 'yaml';

export function parseYamlText(text) {
  try {
    const documents = parseAllDocuments(text, { uniqueKeys: true, schema: 'core', merge: false });
    const problem = documents.flatMap((document) => [...document.errors, ...document.warnings])[0];
    if (problem) return { error: problem.message.split('\n')[0] };
    return { documents: documents.map((document) => document.toJS({ maxAliasCount: 100 })) };
  } catch (error) {
    return { error: String(error.message).split('\n')[0] };
  }
}
