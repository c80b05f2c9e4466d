import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RefbenchError } from '@refbench/contracts';
import { errorCode } from '@refbench/base';

/** The built application. */
export interface AppAssets {
  readonly script: string;
  readonly style: string;
}

const FOLDER = new URL('../dist/app/', import.meta.url);

/**
 * Reads the application that was built with the package.
 * @throws RefbenchError kind `usage` in a working copy that was not built
 */
export async function appAssets(folder: URL = FOLDER): Promise<AppAssets> {
  try {
    const [script, style] = await Promise.all(
      ['app.js', 'app.css'].map((name) => readFile(new URL(name, folder), 'utf8')),
    );
    return { script: script ?? '', style: style ?? '' };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new RefbenchError({
      kind: 'usage',
      message: `the application for pages is not built: ${fileURLToPath(folder)} does not exist`,
      hint: 'run npm run build',
      cause: error,
    });
  }
}

/** The source expression of an inline script or style in a content security policy. */
export function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
