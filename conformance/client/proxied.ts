/** The addresses of a host. */
interface Listening {
  readonly url: string;
  readonly control?: string | null | undefined;
}

/** The exports of the module in CONFORMANCE_PROXY, which puts a proxy in front of a host with the given project folder. */
interface ProxyModule {
  putBefore(host: Listening, project: string | undefined): Promise<Listening>;
}

const module = process.env.CONFORMANCE_PROXY;

/** Puts the proxy, if any, in front of a host that the suite started; it proves that the suite detects faults. */
export async function proxied<T extends Listening>(host: T, args: readonly string[]): Promise<T> {
  if (module === undefined) return host;
  const { putBefore }: ProxyModule = await import(module);
  const at = args.indexOf('--project');
  return { ...host, ...(await putBefore(host, at < 0 ? undefined : args[at + 1])) };
}
