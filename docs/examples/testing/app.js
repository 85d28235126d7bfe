/** The app under test: it shows a lamp, and tries again when the network fails. */
export async function lampLevel(url, attempts = 3) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${url}/exposed/object/lamp/level`).catch(() => undefined);
    if (answer?.ok) return (await answer.json()).value;
    if (attempt === attempts) throw new Error('the lamp does not answer');
  }
}

/** Reads the level after ten seconds of the app’s time. */
export async function lampLevelLater(url) {
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  return lampLevel(url);
}
