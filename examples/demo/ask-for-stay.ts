/**
 * Sends a guest's question through the inbox app's simulated Farstay; returns the URL where the guest reads
 * the reply.
 */
export async function askForStay(app: string): Promise<string> {
  const asked = {
    guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada.byron@example.com' },
    subject: 'Two nights in May',
    text: 'Hello! We come with a baby. Is there a crib in the room?',
  };
  const answer = await fetch(`${app}/simulator/threads`, { method: 'POST', body: JSON.stringify(asked) });
  if (!answer.ok) throw new Error(`Farstay answered with status ${answer.status}.`);
  const { id } = (await answer.json()) as { readonly id: string };
  return `${app}/simulator/threads/${id}`;
}
