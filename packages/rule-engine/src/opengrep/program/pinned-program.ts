import type { Digest } from '@refbench/contracts';

/** The wheel of a platform and its content. */
export interface PinnedWheel {
  /** File name on the index. */
  readonly file: string;
  readonly wheel: Digest;
  /** Path of the front end in the wheel, and the name of the core that it unpacks. */
  readonly frontEnd: string;
  readonly core: string;
  readonly coreDigest: Digest;
}

export const OPENGREP_VERSION = '1.30.0';

export const WHEEL = { project: 'tackbox-opengrep', version: '0.1.0' } as const;

const unix = (tag: string, wheel: string, core: string): PinnedWheel => ({
  file: `tackbox_opengrep-${WHEEL.version}-py3-none-${tag}.whl`,
  wheel: `sha256:${wheel}`,
  frontEnd: 'tackbox_opengrep/bin/opengrep',
  core: 'opengrep-core',
  coreDigest: `sha256:${core}`,
});

/** Wheels by Node's names of platform and architecture. */
const WHEELS: Readonly<Record<string, PinnedWheel>> = {
  'linux-x64': unix(
    'manylinux_2_28_x86_64',
    '51087843e63c0a1342eb91b562a6e87f65178f2909393b0c017b367999748cef',
    '09b70ad77f2c1ae147080eb5ee611e40021c5f3cee3726c48178bfd7017a8320',
  ),
  'linux-arm64': unix(
    'manylinux_2_28_aarch64',
    'dc2823b9a4cded14b77be83aa719c198336baaf73755bd9ffe8d4973b07fd2e5',
    'ace56151e2284b3fce4e6b7e279fa3aa13ab34581886527fbc478235f7bed542',
  ),
  'darwin-arm64': unix(
    'macosx_11_0_arm64',
    '2ff88d77d47afca39534f09784f7de1ce8bb42aff2213996b5cadc2817f69e03',
    '98a2f244a0550736825455b97963d0192d202096eeea6690af1066aec5646bfc',
  ),
  'win32-x64': {
    file: `tackbox_opengrep-${WHEEL.version}-py3-none-win_amd64.whl`,
    wheel: 'sha256:386d54581719c600e1eae75c07be58e9d6f69b96aed8a14a4be203b74251e9bf',
    frontEnd: 'tackbox_opengrep/bin/opengrep.exe',
    core: 'opengrep-core.exe',
    coreDigest: 'sha256:3562aa61fcbb79ad4a1a2771c45467f2c71ac8ba0c4dcbd94f53d3e7cf8b1ed7',
  },
};

/** Returns the wheel for a platform; undefined if there is none. */
export function pinnedWheel(
  platform: string = process.platform,
  architecture: string = process.arch,
): PinnedWheel | undefined {
  return WHEELS[`${platform}-${architecture}`];
}
