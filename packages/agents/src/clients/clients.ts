import { claudeCode } from './claude-code.ts';
import type { Client } from './client.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';

export const CLIENTS: readonly Client[] = [claudeCode, codex, qwenCode, opencode, geminiCli];
