export declare function findFirefox(): string | undefined;
export declare function ensureFirefox(): string | null;
export declare const firefoxUse: {
  readonly browserName: "firefox";
  readonly launchOptions: {
    readonly channel: string;
    readonly executablePath: string;
    readonly firefoxUserPrefs: Record<string, number>;
    readonly headless: boolean;
  };
};
