/**
 * Events in the format of the archive, with one function per era. They were written for these
 * tests.
 */

export interface EraPull {
  readonly repository: string;
  readonly number: number;
  readonly title?: string;
  readonly files?: number;
  readonly stars?: number;
  readonly golden?: string;
}

const at = (year: number): string => `${year}-03-11T10:00:00Z`;

export function sha(seed: number): string {
  return seed.toString(16).padStart(40, '0');
}

/**
 * 2011: an `actor`, and a `repo` whose name is lost. The pull request has neither the merge flag
 * nor a file count.
 */
export function era2011({ repository, number, title = 'Refactor all' }: EraPull): object {
  return {
    type: 'PullRequestEvent',
    public: true,
    repo: { id: 0, url: 'https://api.github.dev/repos//', name: '/' },
    actor: { login: 'octocat', id: 1 },
    created_at: at(2011),
    payload: {
      action: 'closed',
      number,
      pull_request: {
        title,
        number,
        commits: 3,
        additions: 10,
        deletions: 9,
        html_url: `http://github.com/${repository}/pull/${number}`,
      },
    },
    id: '1127195475',
  };
}

/** 2012 to 2014 (timeline API): `repository` has the owner's name, and `actor` is a string. */
export function era2012(pull: EraPull, merged: boolean, action = 'closed'): object {
  const [owner = '', name = ''] = pull.repository.split('/');
  return {
    repository: { id: 77, name, owner, watchers: pull.stars ?? 500, language: 'Ruby', fork: false },
    actor_attributes: { type: 'User', login: 'octocat' },
    created_at: '2012/03/11 10:00:00 -0700',
    public: true,
    actor: 'octocat',
    payload: {
      number: pull.number,
      pull_request: {
        number: pull.number,
        title: pull.title ?? 'Refactor all',
        body: null,
        merged,
        merge_commit_sha: pull.golden ?? sha(1000 + pull.number),
        changed_files: pull.files ?? 60,
        base: { repo: { id: 77, full_name: pull.repository, watchers: pull.stars ?? 500 } },
      },
      action,
    },
    url: `https://github.com/${pull.repository}/pull/${pull.number}`,
    type: 'PullRequestEvent',
  };
}

/** 2015 to September 2025: all fields, with `merged` near the end. */
export function era2015(pull: EraPull, merged: boolean, action = 'closed'): object {
  const repo = {
    id: 7,
    full_name: pull.repository,
    language: 'Go',
    stargazers_count: pull.stars ?? 500,
  };
  return {
    id: String(2_489_651_045 + pull.number),
    type: 'PullRequestEvent',
    actor: { id: 1, login: 'octocat' },
    repo: { id: 7, name: pull.repository, url: `https://api.github.com/repos/${pull.repository}` },
    payload: {
      action,
      number: pull.number,
      pull_request: {
        url: `https://api.github.com/repos/${pull.repository}/pulls/${pull.number}`,
        number: pull.number,
        state: 'closed',
        title: pull.title ?? 'Refactor all',
        body: 'A text with "merged":true and \\"changed_files\\":1 in it.',
        merged_at: merged ? at(2016) : null,
        merge_commit_sha: pull.golden ?? sha(1000 + pull.number),
        head: { ref: 'topic', repo: { ...repo, stargazers_count: 1 } },
        base: { ref: 'main', repo },
        merged,
        comments: 0,
        additions: 100,
        deletions: 90,
        changed_files: pull.files ?? 60,
      },
    },
    public: true,
    created_at: at(2016),
  };
}

/**
 * From October 2025: five keys. A merge has no distinguishing field before the action `merged` was
 * introduced.
 */
export function era2025({ repository, number }: EraPull, action: 'closed' | 'merged'): object {
  return {
    id: '55000000001',
    type: 'PullRequestEvent',
    actor: { id: 1, login: 'octocat' },
    repo: { id: 9, name: repository },
    payload: {
      action,
      number,
      pull_request: {
        url: `https://api.github.com/repos/${repository}/pulls/${number}`,
        id: 99,
        number,
        head: { ref: 'topic', sha: sha(1), repo: { id: 9, name: 'r' } },
        base: { ref: 'main', sha: sha(2), repo: { id: 9, name: 'r' } },
      },
    },
    public: true,
    created_at: '2026-02-01T00:00:00Z',
  };
}

/** Returns another kind of event whose texts resemble a pull request event. */
export function otherEvent(): object {
  return {
    id: '1',
    type: 'PushEvent',
    repo: { id: 1, name: 'a/b' },
    payload: {
      commits: [{ message: '"type":"PullRequestEvent","action":"closed","merged":true' }],
    },
    created_at: at(2016),
  };
}
