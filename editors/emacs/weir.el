;;; weir.el --- Log push filters and firewall rules -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1"))
;; URL: https://github.com/weir-tools/weir

;;; Commentary:

;; Copy this file to a folder of your `load-path' and add (require 'weir) to your init file.  The program `weir' must be on the
;; PATH.  Works with eglot, which Emacs 29 includes, and with lsp-mode; the one that is installed is used.
;;
;; Rules inside Terraform, YAML, JSON and Markdown files are checked too.  With lsp-mode, Weir runs beside the other servers of
;; such a file.  Eglot runs one server in each buffer, so there `M-x weir-eglot' selects Weir for the current buffer.

;;; Code:

(defvar eglot-server-programs)
(defvar lsp-language-id-configuration)
(declare-function eglot-ensure "eglot")
(declare-function lsp-deferred "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")

(defgroup weir nil
  "Log push filters and firewall rules."
  :group 'languages)

(defcustom weir-command (list (if (eq system-type 'windows-nt) "weir.cmd" "weir") "lsp" "--stdio")
  "The command that starts the language server."
  :type '(repeat string))

(defcustom weir-client (cond ((locate-library "lsp-mode") 'lsp-mode)
                             ((locate-library "eglot") 'eglot))
  "The client that connects to the server when a file is opened; nil for none."
  :type '(choice (const eglot) (const lsp-mode) (const nil)))

(define-derived-mode lpfilter-mode prog-mode "Filter"
  "Log push filters."
  (setq-local comment-start "// " indent-tabs-mode nil tab-width 2))

(define-derived-mode lpjob-mode prog-mode "Job"
  "Log push jobs."
  (setq-local comment-start "// " indent-tabs-mode nil tab-width 2))

(define-derived-mode cfrule-mode prog-mode "Rule"
  "Rule expressions."
  (setq-local comment-start "# " indent-tabs-mode nil tab-width 2))

(defconst weir-modes '(lpfilter-mode lpjob-mode cfrule-mode))

(defconst weir-languages
  '(("\\.lpfilter\\'" . "lpfilter") ("\\.lpjob\\'" . "lpjob") ("\\.cfrule\\'" . "cfrule")
    ("\\.\\(tf\\|tofu\\)\\'" . "terraform") ("\\.\\(tf\\|tofu\\)\\.json\\'" . "terraform")
    ("\\.ya?ml\\'" . "yaml") ("\\.json\\'" . "json") ("\\.md\\'" . "markdown"))
  "The language IDs of the server, by file name.")

(defun weir-connect ()
  "Connect the current buffer to the server."
  (when (and weir-client (require weir-client nil t))
    (pcase weir-client
      ('eglot (eglot-ensure))
      ('lsp-mode (lsp-deferred)))))

(dolist (mode weir-modes)
  (let ((extension (string-remove-suffix "-mode" (symbol-name mode))))
    (add-to-list 'auto-mode-alist (cons (format "\\.%s\\'" extension) mode)))
  (add-hook (intern (format "%s-hook" mode)) #'weir-connect))

;; One entry per mode, because eglot uses the first mode of an entry as the language ID of all.
(with-eval-after-load 'eglot
  (dolist (mode weir-modes)
    (add-to-list 'eglot-server-programs (cons mode weir-command))))

(defun weir-eglot ()
  "Use Weir for the rules inside this buffer, instead of another server."
  (interactive)
  (require 'eglot)
  (setq-local eglot-server-programs (list (cons major-mode weir-command)))
  (call-interactively #'eglot))

(with-eval-after-load 'lsp-mode
  (dolist (it weir-languages)
    (add-to-list 'lsp-language-id-configuration it t))
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () weir-command))
    :activation-fn (lambda (file &rest _)
                     (assoc-default file weir-languages #'string-match-p))
    :add-on? t
    :server-id 'weir)))

(provide 'weir)
;;; weir.el ends here
