import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RefbenchError } from '@refbench/contracts';
import { firstCharacters } from '../text/python-text.ts';
import type { Subject } from './subject.ts';

/** The limits of the study, in characters and numbers of files. */
const QUESTION_LIMITS = { description: 2_000, files: 3, file: 6_000 } as const;
const TRUNCATED = '\n// [file truncated — rest not shown]\n';

/**
 * Builds the user message in the layout of the study: the ticket, then the files before the fix.
 */
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
    // A file that the fix creates is shown empty.
    const text = (await code.textAt(parent, path)) ?? '';
    const shown = firstCharacters(text, QUESTION_LIMITS.file);
    const content = shown.length < text.length ? shown + TRUNCATED : text;
    parts.push(`\n--- ${path} ---\n\`\`\`${language}\n${content}\`\`\``);
  }
  return parts.join('\n');
}

/**
 * The built-in prompts. `study` asks for the same as the prompt of the study, in other words. The names
 * of the files contain a version: a different wording gets a new file.
 */
const SHIPPED_PROMPTS = {
  default: 'prompts/single-shot-fix-1.md',
  study: 'prompts/study-1.md',
} as const;

/** The names of the built-in system prompts. */
export const SYSTEM_PROMPTS = Object.keys(SHIPPED_PROMPTS) as readonly SystemPromptName[];

type SystemPromptName = keyof typeof SHIPPED_PROMPTS;

/**
 * Reads a system prompt: a built-in one without its final line feed, or the exact content of a file.
 * @param choice a name of `SYSTEM_PROMPTS`, or the path of a file
 * @throws RefbenchError kind `invalid-file` if the file does not exist or is empty
 */
export async function systemPrompt(choice: string = 'default'): Promise<string> {
  const name = SYSTEM_PROMPTS.find((one) => one === choice);
  const path =
    name === undefined
      ? choice
      : fileURLToPath(new URL(`../../data/${SHIPPED_PROMPTS[name]}`, import.meta.url));
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text !== '') return name === undefined ? text : text.trimEnd();
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path} does not exist or is empty`,
    hint: `specify a file with the system prompt, or ${SYSTEM_PROMPTS.join(' or ')}`,
  });
}
