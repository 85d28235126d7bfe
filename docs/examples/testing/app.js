/** The app under test: reads the level of a lamp and retries failed requests. */
export async function lampLevel(url, attempts = 3) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url}/exposed/object/lamp/level`).catch(() => undefined);
    if (response?.ok) return (await response.json()).value;
    if (attempt === attempts) throw new Error('the host does not respond');
  }
}

/** Reads the level after ten seconds of the app’s time. */
export async function lampLevelLater(url) {
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  return lampLevel(url);
}
