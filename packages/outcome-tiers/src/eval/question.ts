import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RefbenchError } from '@refbench/contracts';
import { firstCharacters } from '../text/python-text.ts';
import type { Subject } from './subject.ts';

/** The study's limits, in characters and files. */
const QUESTION_LIMITS = { description: 2_000, files: 3, file: 6_000 } as const;
const TRUNCATED = '\n// [file truncated — rest not shown]\n';

/** The user's message, laid out as in the study: the ticket, then files as they were before the fix. */
export async function questionOf(subject: Subject): Promise<string> {
  const { key, summary, description, files, parent, language, code } = subject;
  const parts = [
    `**Ticket:** ${key}`,
    `**Summary:** ${summary === '' ? key : summary}`,
    `**Description:**\n${firstCharacters(description, QUESTION_LIMITS.description) || '(no description)'}`,
    '',
    '**Source files (before fix):**',
  ];
  for (const path of files.slice(0, QUESTION_LIMITS.files)) {
    // A file that the fix creates has no content before it, and is shown empty.
    const text = (await code.textAt(parent, path)) ?? '';
    const shown = firstCharacters(text, QUESTION_LIMITS.file);
    const content = shown.length < text.length ? shown + TRUNCATED : text;
    parts.push(`\n--- ${path} ---\n\`\`\`${language}\n${content}\`\`\``);
  }
  return parts.join('\n');
}

/** The version is a part of the name: another wording is another file. */
const SHIPPED_PROMPT = 'prompts/single-shot-fix-1.md';

/**
 * The instruction to the model: ours, without the line feed at its end, or a file's text to the letter.
 * @throws RefbenchError kind `invalid-file` where it is absent or empty
 */
export async function systemPrompt(file?: string): Promise<string> {
  const path = file ?? fileURLToPath(new URL(`../../data/${SHIPPED_PROMPT}`, import.meta.url));
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text !== '') return file === undefined ? text.trimEnd() : text;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: there is no text in it`,
    hint: 'give a file with the instruction to the model',
  });
}
