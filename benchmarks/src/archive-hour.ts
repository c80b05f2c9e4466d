import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Shares of event types on a day in 2024. */
const TYPES = [
  ['PushEvent', 0.56],
  ['PullRequestEvent', 0.12],
  ['CreateEvent', 0.12],
  ['IssueCommentEvent', 0.08],
  ['WatchEvent', 0.12],
] as const;

const WORDS =
  'update move rename refactor fix the a of in tests module package and remove add support config parser handle error cache client server api docs index value option default release build version branch feature stream buffer query table schema worker'.split(
    ' ',
  );

/** A seeded generator (xorshift, 32 bits), which makes the same hour on every machine. */
class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  hex(length: number): string {
    let text = '';
    while (text.length < length) text += this.below(2 ** 32).toString(16);
    return text.slice(0, length);
  }

  words(count: number): string {
    return Array.from({ length: count }, () => WORDS[this.below(WORDS.length)]).join(' ');
  }
}

/**
 * Writes an hour file in the format of the archive: compact JSON with one event per line,
 * compressed with gzip.
 */
export async function writeArchiveHour(path: string, events: number, seed: number): Promise<void> {
  const random = new SeededRandom(seed);
  function* lines(): Generator<string, void, undefined> {
    for (let at = 0; at < events; at += 1) yield `${JSON.stringify(event(random, at))}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), createWriteStream(path));
}

function event(random: SeededRandom, at: number): object {
  const type = typeOf(random.next());
  const id = random.below(900_000_000);
  const login = `user${random.below(90_000)}`;
  const name = `${login}/repo-${random.hex(5)}`;
  const actor = {
    id: random.below(90_000_000),
    login,
    display_login: login,
    gravatar_id: '',
    url: `https://api.github.com/users/${login}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?`,
  };
  return {
    id: String(34_000_000_000 + at),
    type,
    actor,
    repo: { id, name, url: `https://api.github.com/repos/${name}` },
    payload: payload(type, random, id, name, actor),
    public: true,
    created_at: '2024-05-01T12:00:00Z',
  };
}

function typeOf(share: number): string {
  let left = share;
  for (const [type, weight] of TYPES) {
    left -= weight;
    if (left < 0) return type;
  }
  return 'WatchEvent';
}

function payload(
  type: string,
  random: SeededRandom,
  id: number,
  name: string,
  actor: object,
): object {
  if (type === 'PullRequestEvent') return pullRequest(random, id, name, actor);
  if (type === 'IssueCommentEvent') {
    const comment = { id, user: actor, body: random.words(60) };
    return {
      action: 'created',
      issue: { number: 7, title: random.words(7), user: actor, body: random.words(90) },
      comment,
    };
  }
  if (type === 'PushEvent') {
    const commits = Array.from({ length: 1 + random.below(3) }, () => ({
      sha: random.hex(40),
      author: { email: `${random.hex(40)}@example.com`, name: random.words(2) },
      message: random.words(8),
      distinct: true,
      url: `https://api.github.com/repos/${name}/commits/${random.hex(40)}`,
    }));
    return {
      repository_id: id,
      push_id: random.below(2e9),
      size: commits.length,
      ref: 'refs/heads/main',
      head: random.hex(40),
      before: random.hex(40),
      commits,
    };
  }
  return {
    ref: random.words(1),
    ref_type: 'branch',
    master_branch: 'main',
    description: random.words(9),
  };
}

/** An event with both repositories in full, about 20 KB, as they were until September 2025. */
function pullRequest(random: SeededRandom, id: number, name: string, actor: object): object {
  const action = ['opened', 'closed', 'closed', 'reopened'][random.below(4)];
  const merged = action === 'closed' && random.next() < 0.75;
  const number = 1 + random.below(5_000);
  const api = `https://api.github.com/repos/${name}`;
  const stars = random.next() < 0.05 ? random.below(60_000) : random.below(40);
  const repo = (): object => ({
    id,
    node_id: random.hex(16),
    name: name.split('/')[1],
    full_name: name,
    private: false,
    owner: actor,
    description: random.words(10),
    fork: false,
    ...Object.fromEntries(LINKS.map((link) => [`${link}_url`, `${api}/${link}{/sha}`])),
    stargazers_count: stars,
    watchers_count: stars,
    language: ['TypeScript', 'Go', 'Python', 'Java', 'Rust'][random.below(5)],
    topics: random.words(4).split(' '),
    default_branch: 'main',
  });
  const pull = {
    url: `${api}/pulls/${number}`,
    id,
    node_id: random.hex(20),
    html_url: `https://github.com/${name}/pull/${number}`,
    number,
    state: action === 'closed' ? 'closed' : 'open',
    locked: false,
    title: random.words(6),
    user: actor,
    body: random.words(random.below(200)),
    created_at: '2024-05-01T11:00:00Z',
    merged_at: merged ? '2024-05-01T12:00:00Z' : null,
    merge_commit_sha: random.hex(40),
    labels: [],
    head: { label: 'topic', ref: 'topic', sha: random.hex(40), user: actor, repo: repo() },
    base: { label: 'main', ref: 'main', sha: random.hex(40), user: actor, repo: repo() },
    _links: { self: { href: api }, html: { href: api } },
    author_association: 'CONTRIBUTOR',
    auto_merge: null,
    active_lock_reason: null,
    merged,
    mergeable: null,
    merged_by: merged ? actor : null,
    comments: random.below(9),
    review_comments: 0,
    maintainer_can_modify: false,
    commits: 1 + random.below(9),
    additions: random.below(3_000),
    deletions: random.below(2_000),
    changed_files: random.next() < 0.04 ? 20 + random.below(300) : 1 + random.below(15),
  };
  return { action, number, pull_request: pull };
}

const LINKS =
  'html forks keys collaborators teams hooks issue_events events assignees branches tags blobs git_tags git_refs trees statuses languages stargazers contributors subscribers subscription commits git_commits comments issue_comment contents compare merges archive downloads issues pulls milestones notifications labels releases deployments'.split(
    ' ',
  );
