// Loaded with --import: resolves the client of BigQuery, which is not installed, to the stub.
import { register } from 'node:module';

const stub = new URL('bigquery-stub.mjs', import.meta.url).href;
const hook = `export async function resolve(name, context, next) {
  if (name === '@google-cloud/bigquery') return { url: ${JSON.stringify(stub)}, shortCircuit: true };
  return await next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
