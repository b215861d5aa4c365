;;; What a person sees in Emacs, in a process without a screen.  It is written to WEIR_REPORT as JSON.  -*- lexical-binding: t -*-

(require 'json)
(require 'flymake)

(defun visit-wait (what condition)
  "Wait until CONDITION gives something, and return that; WHAT is for the error."
  (let ((end (+ (float-time) 30)) (found nil))
    (while (and (not (setq found (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or found (error "Nothing came of: %s" what))))

(defun visit-messages ()
  "The messages of the diagnostics in the current buffer."
  (visit-wait "diagnostics" (lambda ()
                              (flymake-start)
                              (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))))

(defun visit-own (file)
  "Open FILE, and return its mode and its diagnostics."
  (find-file file)
  ;; Emacs connects after the command that has opened the file.
  (run-hooks 'post-command-hook)
  (visit-wait "the server" #'eglot-current-server)
  (list (symbol-name major-mode) (vconcat (visit-messages))))

(defun visit-host (file)
  "Open FILE, and use Weir in it."
  (find-file file)
  (weir-eglot)
  (visit-wait "the server" #'eglot-current-server)
  (vconcat (visit-messages)))

(defun visit-completions (text)
  "What is offered after TEXT in the current buffer."
  (goto-char (point-min))
  (search-forward text)
  (let* ((found (run-hook-with-args-until-success 'completion-at-point-functions))
         (all (all-completions "" (nth 2 found))))
    (vconcat (mapcar #'string-trim all))))

(let ((report (list :own (vconcat (mapcar #'visit-own '("a.lpfilter" "a.lpjob" "a.cfrule")))
                    :fields (visit-completions "http.ho")
                    :joined (visit-completions "ssl ip.sr")
                    :host (visit-host "main.tf"))))
  (with-temp-file (getenv "WEIR_REPORT")
    (insert (json-encode report))))
