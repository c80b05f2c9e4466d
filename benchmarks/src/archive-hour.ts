import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Shares of a day in 2024. */
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

/** A seeded generator (xorshift, 32 bits): the same hour on every machine. */
class Dice {
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

/** Writes an hour file as the archive has them: compact JSON, a line an event, gzip. */
export async function writeArchiveHour(path: string, events: number, seed: number): Promise<void> {
  const dice = new Dice(seed);
  function* lines(): Generator<string, void, undefined> {
    for (let at = 0; at < events; at += 1) yield `${JSON.stringify(event(dice, at))}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), createWriteStream(path));
}

function event(dice: Dice, at: number): object {
  const type = typeOf(dice.next());
  const id = dice.below(900_000_000);
  const login = `user${dice.below(90_000)}`;
  const name = `${login}/repo-${dice.hex(5)}`;
  const actor = {
    id: dice.below(90_000_000),
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
    payload: payload(type, dice, id, name, actor),
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

function payload(type: string, dice: Dice, id: number, name: string, actor: object): object {
  if (type === 'PullRequestEvent') return pullRequest(dice, id, name, actor);
  if (type === 'IssueCommentEvent') {
    const comment = { id, user: actor, body: dice.words(60) };
    return {
      action: 'created',
      issue: { number: 7, title: dice.words(7), user: actor, body: dice.words(90) },
      comment,
    };
  }
  if (type === 'PushEvent') {
    const commits = Array.from({ length: 1 + dice.below(3) }, () => ({
      sha: dice.hex(40),
      author: { email: `${dice.hex(40)}@example.com`, name: dice.words(2) },
      message: dice.words(8),
      distinct: true,
      url: `https://api.github.com/repos/${name}/commits/${dice.hex(40)}`,
    }));
    return {
      repository_id: id,
      push_id: dice.below(2e9),
      size: commits.length,
      ref: 'refs/heads/main',
      head: dice.hex(40),
      before: dice.hex(40),
      commits,
    };
  }
  return {
    ref: dice.words(1),
    ref_type: 'branch',
    master_branch: 'main',
    description: dice.words(9),
  };
}

/** With its two repositories in full: some 20 KB, as they were until September 2025. */
function pullRequest(dice: Dice, id: number, name: string, actor: object): object {
  const action = ['opened', 'closed', 'closed', 'reopened'][dice.below(4)];
  const merged = action === 'closed' && dice.next() < 0.75;
  const number = 1 + dice.below(5_000);
  const api = `https://api.github.com/repos/${name}`;
  const stars = dice.next() < 0.05 ? dice.below(60_000) : dice.below(40);
  const repo = (): object => ({
    id,
    node_id: dice.hex(16),
    name: name.split('/')[1],
    full_name: name,
    private: false,
    owner: actor,
    description: dice.words(10),
    fork: false,
    ...Object.fromEntries(LINKS.map((link) => [`${link}_url`, `${api}/${link}{/sha}`])),
    stargazers_count: stars,
    watchers_count: stars,
    language: ['TypeScript', 'Go', 'Python', 'Java', 'Rust'][dice.below(5)],
    topics: dice.words(4).split(' '),
    default_branch: 'main',
  });
  const pull = {
    url: `${api}/pulls/${number}`,
    id,
    node_id: dice.hex(20),
    html_url: `https://github.com/${name}/pull/${number}`,
    number,
    state: action === 'closed' ? 'closed' : 'open',
    locked: false,
    title: dice.words(6),
    user: actor,
    body: dice.words(dice.below(200)),
    created_at: '2024-05-01T11:00:00Z',
    merged_at: merged ? '2024-05-01T12:00:00Z' : null,
    merge_commit_sha: dice.hex(40),
    labels: [],
    head: { label: 'topic', ref: 'topic', sha: dice.hex(40), user: actor, repo: repo() },
    base: { label: 'main', ref: 'main', sha: dice.hex(40), user: actor, repo: repo() },
    _links: { self: { href: api }, html: { href: api } },
    author_association: 'CONTRIBUTOR',
    auto_merge: null,
    active_lock_reason: null,
    merged,
    mergeable: null,
    merged_by: merged ? actor : null,
    comments: dice.below(9),
    review_comments: 0,
    maintainer_can_modify: false,
    commits: 1 + dice.below(9),
    additions: dice.below(3_000),
    deletions: dice.below(2_000),
    changed_files: dice.next() < 0.04 ? 20 + dice.below(300) : 1 + dice.below(15),
  };
  return { action, number, pull_request: pull };
}

const LINKS =
  'html forks keys collaborators teams hooks issue_events events assignees branches tags blobs git_tags git_refs trees statuses languages stargazers contributors subscribers subscription commits git_commits comments issue_comment contents compare merges archive downloads issues pulls milestones notifications labels releases deployments'.split(
    ' ',
  );
