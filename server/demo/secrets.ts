/** A demo world's secrets, shown only in `demo.json`. */
export interface DemoSecrets {
  readonly accounts: Readonly<Record<string, { readonly password: string; readonly pat: string | null }>>;
  readonly storefronts: Readonly<
    Record<string, { readonly acpApiKey: string | null; readonly acpSigningSecret: string | null }>
  >;
}
