// Requests a passkey from the browser before submitting a form. Forms stay hidden in browsers without passkeys.

const calls = {
  create: (publicKey) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) }),
  get: (publicKey) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) }),
};

const words = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: "The browser didn't confirm a passkey. Try again.",
  SecurityError: "Passkeys only work at this platform's own address. Open the platform at that address.",
};

const isKnown = typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
for (const form of isKnown ? document.querySelectorAll('form[data-passkey]') : []) {
  const trouble = form.querySelector('[data-trouble]');
  const { passkey, options } = form.dataset;
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    trouble.hidden = true;
    try {
      const credential = await calls[passkey](JSON.parse(options));
      form.elements.namedItem('passkey').value = JSON.stringify(credential.toJSON());
    } catch (error) {
      trouble.textContent = words[error.name] ?? "The passkey didn't work. Try again.";
      trouble.hidden = false;
      return;
    }
    form.submit();
  });
}
