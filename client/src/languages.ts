/** The languages that the server looks after, by the ids that package.json gives them. */
export const languageIds = ["lpfilter", "cfrule", "lpjob"] as const;
