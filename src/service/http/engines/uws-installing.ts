/** What decides which native build of uWebSockets.js works. */
export interface System {
  /** As in `linux x64`. */
  readonly platform: string;
  /** Version of Node.js, and of its interface for native modules. */
  readonly node: string;
  readonly modules: string;
  /** Version of the C library; undefined where that is no glibc. */
  readonly glibc: string | undefined;
}

const official = 'uNetworking/uWebSockets.js#v20.57.0';
const older = '@trufflesuite/uws-js-unofficial';
/** Node.js 20, 22, 24 and 25. */
const officialModules = ['115', '127', '137', '141'];
const officialPlatforms = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64'];
const olderModules = '115';
const olderPlatforms = [...officialPlatforms, 'linux arm'];

/** How to get a build where none is installed, or why there is none. Nobody is sent to install what would not load. */
export function howToInstall(system: System): string {
  const { platform, node, modules, glibc } = system;
  if (officialModules.includes(modules) && officialPlatforms.includes(platform) && hasGlibc(system, 38))
    return `npm install ${official} adds it`;
  if (modules === olderModules && olderPlatforms.includes(platform) && hasGlibc(system, 27))
    return `npm install ${older} adds it`;
  return officialModules.includes(modules) && officialPlatforms.includes(platform)
    ? `its builds for Node.js ${node} want glibc 2.38 or later, and this system has ${glibc ?? 'another C library'}`
    : `version 20.57.0 has no build for Node.js ${node} on ${platform}`;
}

function hasGlibc({ platform, glibc = '' }: System, minor: number): boolean {
  return !platform.startsWith('linux') || Number(/^2\.(\d+)/.exec(glibc)?.[1]) >= minor;
}

export function thisSystem(): System {
  const { platform, arch, versions } = process;
  return {
    platform: `${platform} ${arch}`,
    node: versions.node,
    modules: versions.modules,
    glibc: platform === 'linux' ? glibcVersion() : undefined,
  };
}

/** Undefined where the C library is none, as with musl. */
export function glibcVersion(): string | undefined {
  // Without it the names of all peers would be looked up, and waited for.
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork?: boolean };
  const { excludeNetwork } = report;
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
  if (excludeNetwork !== undefined) report.excludeNetwork = excludeNetwork;
  return header?.glibcVersionRuntime;
}
