import type { DatasetSource } from "../dataset.ts";

export const accountAbuseProtectionEvents: DatasetSource = {
  name: "account_abuse_protection_events",
  title: "Account Abuse Protection Events",
  about: "One account-related action, such as a sign-in or registration attempt, together with the risk signals gathered about it.",
  scopes: ["zone", "account"],
  fields: () => [
    { name: "AuthenticationIdentityProvider", type: "string", doc: "Service that vouched for the user's identity during the sign-in, whether the site itself or a third party.", values: ["unknown", "other", "selfHosted", "amazon", "apple", "discord", "facebook", "github", "linkedin", "microsoft"] },
    { name: "AuthenticationMethod", type: "string", doc: "Kind of credential or sign-in flow the user presented.", values: ["unknown", "password", "sso", "magicLink", "biometric", "passkey"] },
    { name: "AuthenticationStatus", type: "string", doc: "Outcome of the sign-in attempt, including the broad reason when it fails.", values: ["unknown", "other", "success", "failureOther", "failureUserNotFound", "failureIncorrectPassword", "failureAccountLocked", "pendingMfa"] },
    { name: "BotScore", type: "int", doc: "Likelihood that the request comes from a human; low numbers point to automation.", range: [0, 99] },
    { name: "ClientASN", type: "int", doc: "Autonomous system number of the network the visitor came from.", range: [0, 4_294_967_295] },
    { name: "ClientCity", type: "string", doc: "City the visitor's address is located in, as estimated by geolocation." },
    { name: "ClientCountry", type: "string", doc: "Country the visitor's address is located in, as estimated by geolocation.", vocabulary: "country" },
    { name: "ClientIP", type: "string", doc: "Network address from which the account action was made.", shape: "address" },
    { name: "Email", type: "string", doc: "Mail address tied to the account in this event, where one is known." },
    { name: "EphemeralID", type: "string", doc: "Short-lived identifier that links actions of the same visitor device even when its network address changes." },
    { name: "EventSource", type: "string", doc: "Channel through which the account action became known to the detection service.", values: ["cdn", "api"] },
    { name: "EventType", type: "string", doc: "Kind of account action that took place, such as signing in or registering.", values: ["login", "logout", "signup", "warpEnrollment", "profileUpdate", "transaction", "unknown", "passwordReset", "addPaymentMethod"] },
    { name: "FraudEmailRisk", type: "string", doc: "Rating of how likely the mail address is to be throwaway or fraudulent.", values: ["Unknown", "Low", "Medium", "High"] },
    { name: "Host", type: "string", doc: "Site name the visitor's request was addressed to.", shape: "host" },
    { name: "JA4", type: "string", doc: "Fingerprint of the visitor's TLS handshake, useful for grouping clients built on the same software." },
    { name: "RayID", type: "string", doc: "Identifier of the request that carried the action, for matching it with HTTP request logs." },
    { name: "Timestamp", type: "int or string", doc: "Moment at which the account action happened." },
    { name: "UserAgent", type: "string", doc: "Browser or client software string sent along with the request." },
    { name: "UserID", type: "string", doc: "Identifier of the end user's account on the protected site." },
  ],
};
