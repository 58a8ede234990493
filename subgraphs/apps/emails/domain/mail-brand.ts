/** A storefront's look as used in its emails. */
export interface MailBrand {
  /** Color of the button and links, readable on white; null for the platform's own. */
  readonly accent: string | null;
  readonly logo: MailLogo | null;
}

export interface MailLogo {
  readonly storefrontId: string;
  readonly sha256: string;
  /** Size in pixels as shown. */
  readonly width: number;
  readonly height: number;
  /** The storefront's name. */
  readonly alt: string;
}

/** A storefront as read for an email. */
interface Branded {
  readonly id: string;
  readonly name: string;
  readonly look: {
    readonly light: { readonly accent: string | null };
    readonly logo: { readonly sha256: string; readonly width: number; readonly height: number } | null;
  } | null;
}

const MOST_WIDTH = 240;
const MOST_HEIGHT = 64;

/** Returns a storefront's look for its emails; null if the host hasn't published one. */
export function brandOf({ id, name, look }: Branded): MailBrand | null {
  if (!look) return null;
  const { logo, light } = look;
  if (!logo) return { accent: light.accent, logo: null };
  const scale = Math.min(MOST_WIDTH / logo.width, MOST_HEIGHT / logo.height, 1);
  const shown = (side: number) => Math.max(1, Math.round(side * scale));
  return {
    accent: light.accent,
    logo: {
      storefrontId: id,
      sha256: logo.sha256,
      width: shown(logo.width),
      height: shown(logo.height),
      alt: name,
    },
  };
}

/** Content-ID under which an email's HTML shows its logo. */
export const LOGO_ID = 'logo@storefront';
