/** Where a host listens. */
interface Listening {
  readonly url: string;
  readonly control?: string | null | undefined;
}

/** What the module that CONFORMANCE_PROXY names exports: it puts a proxy before a host, whose project folder is told. */
interface ProxyModule {
  putBefore(host: Listening, project: string | undefined): Promise<Listening>;
}

const module = process.env.CONFORMANCE_PROXY;

/** A host that the suite has started, behind the proxy where there is one: it proves that the suite notices faults. */
export async function proxied<T extends Listening>(host: T, args: readonly string[]): Promise<T> {
  if (module === undefined) return host;
  const { putBefore }: ProxyModule = await import(module);
  const at = args.indexOf('--project');
  return { ...host, ...(await putBefore(host, at < 0 ? undefined : args[at + 1])) };
}
