import { anthropicMessages } from '../protocol/anthropic-messages.ts';
import { gemini } from '../protocol/gemini.ts';
import { openaiChat } from '../protocol/openai-chat.ts';
import { openaiResponses } from '../protocol/openai-responses.ts';
import type { Protocol, RouteFacts } from '../protocol/protocol.ts';

/** How the gateway handles a method and a URL. */
export type Route =
  | {
      readonly kind: 'call';
      readonly protocol: Protocol;
      /** The path after the base URL of the upstream. */
      readonly path: string;
      readonly facts: RouteFacts;
      /** Whether the call only counts tokens, which is free. */
      readonly free: boolean;
    }
  | { readonly kind: 'models'; readonly protocol: Protocol }
  | { readonly kind: 'alive' }
  /** Requests or returns the ticket; see `StartTicket`. */
  | { readonly kind: 'ticket'; readonly given: string | undefined }
  | { readonly kind: 'unknown'; readonly protocol: Protocol };

const POSTS: Readonly<Record<string, { protocol: Protocol; path: string; free: boolean }>> = {
  '/v1/messages': { protocol: anthropicMessages, path: '/v1/messages', free: false },
  '/v1/messages/count_tokens': {
    protocol: anthropicMessages,
    path: '/v1/messages/count_tokens',
    free: true,
  },
  // OpenAI's base URL ends with /v1.
  '/v1/responses': { protocol: openaiResponses, path: '/responses', free: false },
  '/v1/chat/completions': { protocol: openaiChat, path: '/chat/completions', free: false },
};

const GEMINI =
  /^\/v1(?:beta)?\/models\/([A-Za-z0-9._-]+):(generateContent|streamGenerateContent|countTokens)$/;

const TICKET = /^\/refbench\/ticket(?:\/([\w-]{1,64}))?$/;

/** Finds the route of a request. Everything else is refused: files, batches, other hosts. */
export function routeOf(method: string, url: string): Route {
  const [path = '', query = ''] = url.split('?', 2);
  if (method === 'HEAD' && (path === '/' || path === '/api/hello')) return { kind: 'alive' };
  const ticket = method === 'POST' ? TICKET.exec(path) : null;
  if (ticket !== null) return { kind: 'ticket', given: ticket[1] };
  if (method === 'GET' && path === '/v1/models' && query === '') {
    return { kind: 'models', protocol: openaiChat };
  }
  if (method === 'POST') {
    const post = POSTS[path];
    if (post !== undefined && (query === '' || (query === 'beta=true' && isAnthropic(post)))) {
      const target = query === '' ? post.path : `${post.path}?${query}`;
      return { kind: 'call', ...post, path: target, facts: { model: undefined, stream: false } };
    }
    const named = GEMINI.exec(path);
    const stream = named?.[2] === 'streamGenerateContent';
    // Without alt=sse, the stream is one JSON list, which cannot be metered while streaming.
    if (named !== null && query === (stream ? 'alt=sse' : '')) {
      return {
        kind: 'call',
        protocol: gemini,
        path: url,
        facts: { model: named[1], stream },
        free: named[2] === 'countTokens',
      };
    }
  }
  return { kind: 'unknown', protocol: protocolByPath(path) };
}

function isAnthropic(post: { readonly protocol: Protocol }): boolean {
  return post.protocol === anthropicMessages;
}

/** Returns the protocol for a refusal. */
function protocolByPath(path: string): Protocol {
  if (path.startsWith('/v1/messages')) return anthropicMessages;
  return path.includes('/models/') ? gemini : openaiChat;
}
