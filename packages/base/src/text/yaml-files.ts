import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RefbenchError, type Digest } from '@refbench/contracts';
import { z } from 'zod';
import { describeIssues } from '../files/describe-issues.ts';
import { digestOf, sha256OfBytes } from '../files/digest.ts';
import { readFileWithin } from '../files/guarded-file.ts';
import { parseJson, withoutByteOrderMark } from '../files/json-file.ts';
import { isPlainYaml } from './plain-yaml.ts';
import type { TextCache } from '../files/text-cache.ts';

export interface YamlFile {
  readonly path: string;
  /** One value per document in the file. */
  readonly documents: readonly unknown[];
}

const MAX_FILE_BYTES = 1_000_000;
const MAX_OUTPUT_BYTES = 64_000_000;
const TIMEOUT_MS = 20_000;

const parserPath = fileURLToPath(new URL('../../bin/parse-yaml.mjs', import.meta.url));

const resultsSchema = z.array(
  z.union([
    z.strictObject({
      documents: z.array(z.unknown()),
      lines: z.array(z.int().positive().nullable()),
    }),
    z.strictObject({ error: z.string() }),
  ]),
);

export interface YamlOptions {
  /** Links out of this folder are rejected. Defaults to the folder of each file. */
  readonly root?: string | undefined;
  /** Stores parsed texts, so that they are not parsed again. */
  readonly cache?: TextCache | undefined;
  /** Called before texts are parsed that are not in the cache. */
  readonly onParse?: ((texts: readonly string[]) => void) | undefined;
}

/**
 * Parses untrusted YAML with limits on size, memory, time and aliases, in a child process unless
 * the text is trivially harmless. Duplicate keys and unknown tags are errors.
 * @throws RefbenchError kind `invalid-file` with the path of the file
 */
export async function parseYamlFiles(
  paths: readonly string[],
  options: YamlOptions = {},
): Promise<readonly YamlFile[]> {
  if (paths.length === 0) return [];
  const texts = await Promise.all(paths.map((path) => readText(path, options.root)));
  const results = await parseOnce(texts, options);
  if (results === undefined) {
    // The child process failed. Parsing the files one by one identifies the culprit.
    const [only] = paths;
    if (paths.length === 1 && only !== undefined) {
      throw invalid(only, 'it cannot be parsed within 256 MB and 20 s (too deep or too large)');
    }
    const single = await Promise.all(paths.map((path) => parseYamlFiles([path], options)));
    return single.flat();
  }
  return paths.map((path, index) => {
    const result = results[index];
    if (result === undefined || 'error' in result) {
      throw invalid(path, result?.error ?? 'the parser returned nothing');
    }
    return { path, documents: result.documents };
  });
}

/** Reads files with exactly one document each and validates them, in the order of the paths. */
export async function readYamlFiles<T>(
  paths: readonly string[],
  schema: z.ZodType<T>,
  root?: string,
): Promise<readonly T[]> {
  const files = await parseYamlFiles(paths, { root });
  const values: T[] = [];
  for (const { path, documents } of files) {
    if (documents.length !== 1) throw invalid(path, 'it must contain exactly one document');
    const parsed = schema.safeParse(documents[0]);
    if (!parsed.success) throw await schemaError(path, documents[0], schema, parsed.error);
    values.push(parsed.data);
  }
  return values;
}

/** Makes the error for a file that does not match its schema, with line numbers. */
async function schemaError(
  path: string,
  value: unknown,
  schema: z.ZodType,
  error: z.ZodError,
): Promise<RefbenchError> {
  const keyOf = (at: readonly PropertyKey[]): string => JSON.stringify(at.map(String));
  const paths = error.issues.map((issue) => issue.path.map(plainKey));
  const [result] = (await parseInChild([{ text: await readText(path), paths }])) ?? [];
  const found = result === undefined || 'error' in result ? [] : result.lines;
  const lines = new Map(paths.map((at, index) => [keyOf(at), found[index] ?? undefined]));
  const lineOf = (at: readonly PropertyKey[]): number | undefined => lines.get(keyOf(at));
  return invalid(path, describeIssues(error, { value, schema, lineOf }));
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

/** Reads one file with exactly one document and validates it. */
export async function readYamlFile<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const [value] = await readYamlFiles([path], schema);
  if (value === undefined) throw invalid(path, 'it must contain exactly one document');
  return value;
}

async function readText(path: string, root = dirname(path)): Promise<string> {
  const bytes = await readFileWithin(root, path, MAX_FILE_BYTES);
  if (bytes === undefined) throw invalid(path, 'there is no such file');
  return withoutByteOrderMark(bytes.toString('utf8'));
}

/** Returns undefined if the child process failed, timed out or printed too much. */
async function parseTexts(
  texts: readonly string[],
): Promise<z.infer<typeof resultsSchema> | undefined> {
  const requests = texts.map((text) => ({ text }));
  return isPlainYaml(texts) ? await parseHere(requests) : await parseInChild(requests);
}

async function parseOnce(
  texts: readonly string[],
  { cache, onParse }: YamlOptions,
): ReturnType<typeof parseTexts> {
  const key = cache === undefined ? undefined : digestOf({ parser: await parserVersion(), texts });
  const text = key === undefined ? undefined : await cache?.get(key);
  const known = text === undefined ? undefined : parseJson(text, resultsSchema);
  if (known?.kind === 'valid') return known.value;
  onParse?.(texts);
  const results = await parseTexts(texts);
  const isSound = results?.every((result) => 'documents' in result) ?? false;
  if (key !== undefined && isSound) await cache?.put(key, JSON.stringify(results));
  return results;
}

/** Digest of everything that determines the result of parsing. */
async function parserVersion(): Promise<Digest> {
  const folder = new URL('../../', import.meta.url);
  const files = ['package.json', 'bin/parse-yaml-text.mjs'].map((name) => new URL(name, folder));
  return digestOf((await Promise.all(files.map((file) => readFile(file)))).map(sha256OfBytes));
}

/**
 * Converts through JSON like the child process, so that values which JSON lacks give the same
 * result.
 */
async function parseHere(
  requests: readonly ParseRequest[],
): Promise<z.infer<typeof resultsSchema>> {
  const { parseYamlText } = await import('../../bin/parse-yaml-text.mjs');
  const parsed = parseJson(JSON.stringify(requests.map(parseYamlText)), resultsSchema);
  return parsed.kind === 'valid' ? parsed.value : [];
}

interface ParseRequest {
  readonly text: string;
  /** Paths in the first document whose lines are requested. */
  readonly paths?: readonly (readonly (string | number)[])[];
}

async function parseInChild(
  requests: readonly ParseRequest[],
): Promise<z.infer<typeof resultsSchema> | undefined> {
  const child = spawn(process.execPath, ['--max-old-space-size=256', parserPath], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    env: {},
  });
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  // The child may end before it has read everything. Its exit code is sufficient, so errors of the
  // pipe are ignored.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(requests));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) return undefined;
  const parsed = parseJson(Buffer.concat(chunks).toString('utf8'), resultsSchema);
  return parsed.kind === 'valid' ? parsed.value : undefined;
}

function invalid(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    hint: 'correct the file and run the same command again',
  });
}
